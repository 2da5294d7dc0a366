package dev.sluice.core.worker;

/** The consequence of a worker's failure for the run. */
public enum ErrorPolicy {
  /** It is counted, the worker recovers and goes on; the run's exit code tells. */
  CONTINUE,
  /** It ends the run. */
  STOP
}
