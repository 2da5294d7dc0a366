package dev.sluice.core.run;

import dev.sluice.core.result.Summary;

/**
 * A run that can be executed once, wherever its workers are. {@link #execute} is for the thread
 * that owns the run; {@link #control} is for everybody else.
 */
public interface RunExecution {

  /** Lets people control the run from now on. */
  RunControl control();

  /** A thread of this process failed by what nothing caught. Any thread. */
  void threadFailed(Thread thread, Throwable failure);

  /**
   * Connects, runs, stops; returns when all workers have ended or had their time to.
   *
   * @throws StartFailedException if not all workers came up; those that did have been ended
   */
  Summary execute() throws StartFailedException, InterruptedException;

  /** A run that could not start, because a worker did not come up; the cause is that worker's. */
  final class StartFailedException extends Exception {

    public StartFailedException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
