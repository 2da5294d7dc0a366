package dev.sluice.core.worker;

/** Where a worker is in its life. */
public enum WorkerState {
  NEW,
  /** Opening for the first time. */
  CONNECTING,
  /** Open, and under its pacer. */
  UP,
  /** Disconnected on purpose, for a while in which nothing is due. */
  AWAY,
  /** Being opened again, because its connection is lost or it was away. */
  RECONNECTING,
  /** Ended as it should. */
  ENDED,
  /** Ended because it could not be opened, or because its failure ends the run. */
  FAILED
}
