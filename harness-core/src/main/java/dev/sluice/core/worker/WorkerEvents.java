package dev.sluice.core.worker;

/** What a worker's life tells the run. Called by worker threads unless said otherwise. */
public interface WorkerEvents {

  /**
   * A worker is about to count as being in another state: nobody who waits for workers to start or
   * to end knows of it yet.
   */
  default void changing(WorkerThread worker, WorkerState from, WorkerState to) {}

  /** A worker passed from one state to another. */
  void changed(WorkerThread worker, WorkerState from, WorkerState to);

  /** A worker could not be opened when the run started; it has ended. */
  void failedToOpen(WorkerThread worker, Exception failure);

  /** A worker could not be opened when the run started, and tries again. */
  void waitsToOpen(WorkerThread worker, Exception failure);

  /** An iteration failed; already counted. */
  void iterationFailed(WorkerThread worker, Exception failure);

  /**
   * Something happened to a worker's connection. Called by threads of the provider too, which must
   * not be held up.
   */
  void connectionChanged(WorkerThread worker, ConnectionChange change);
}
