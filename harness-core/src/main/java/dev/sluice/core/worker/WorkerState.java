package dev.sluice.core.worker;

/** Where a worker is in its life. */
public enum WorkerState {
  NEW,
  /** Opening for the first time. */
  CONNECTING,
  /** Open, and under its pacer. */
  UP,
  /** Its connection is lost; it is being opened again. */
  RECONNECTING,
  /** Ended as it should. */
  ENDED,
  /** Ended because it could not be opened, or because its failure ends the run. */
  FAILED
}
