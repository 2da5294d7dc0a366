package dev.sluice.core.result;

/** Whether a workload has a schedule. */
public enum PaceMode {
  /** It follows a target rate. */
  PACED,
  /** It goes as fast as it can. */
  UNLIMITED,
  /** It is held. */
  PAUSED
}
