package dev.sluice.core.run;

/** Where a run is in its life. */
public enum RunPhase {
  CONNECTING,
  WARMUP,
  RUNNING,
  STOPPING,
  ENDED
}
