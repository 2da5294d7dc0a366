package dev.sluice.core.worker;

import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.WorkerThread.WorkerState;
import java.time.Duration;

/** Tells the run about a worker's life. Called by worker threads unless said otherwise. */
public interface WorkerEvents {

  /**
   * A worker is about to count as being in another state: nobody who waits for workers to start or
   * to end knows of it yet.
   */
  default void changing(WorkerThread worker, WorkerState from, WorkerState to) {}

  /** A worker passed from one state to another. */
  void changed(WorkerThread worker, WorkerState from, WorkerState to);

  /**
   * A worker that is up is about to go under its pacer, and does not wait for others to be up. It
   * does so when this returns.
   */
  default void begins(WorkerThread worker) {}

  /** A worker could not be opened when the run started; it has ended. */
  void failedToOpen(WorkerThread worker, Exception failure);

  /** A worker could not be opened when the run started, and tries again. */
  void waitsToOpen(WorkerThread worker, Exception failure);

  /**
   * Workers connect, and none has come up for a while. Called once in a start, by its thread.
   *
   * @param up how many of the workload are up
   * @param silence for how long none has come up
   */
  void startIsSilent(int up, Duration silence);

  /** An iteration failed; already counted. */
  void iterationFailed(WorkerThread worker, Exception failure);

  /**
   * Something happened to a worker's connection. Called by threads of the provider too, which must
   * not be held up.
   */
  void connectionChanged(WorkerThread worker, ConnectionChange change);
}
