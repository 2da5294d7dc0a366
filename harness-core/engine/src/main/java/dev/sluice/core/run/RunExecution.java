package dev.sluice.core.run;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import java.util.List;
import java.util.Optional;

/**
 * A run that can be executed once, wherever its workers are. {@link #execute} is for the thread
 * that owns the run; {@link #control} is for everybody else.
 */
public interface RunExecution {

  /** Lets people control the run from now on. */
  RunControl control();

  /** A thread of this process failed by what nothing caught. Any thread. */
  void threadFailed(Thread thread, Throwable failure);

  /** A client library in this process warns of something, in one line. Any thread. */
  void clientWarned(String warning);

  /**
   * Ends the run when its begin has proved to be a warm-up, which the summary leaves out. Any
   * thread, once.
   *
   * @param begin the first measured intervals, as one; empty if there was no warm-up
   * @throws UnsupportedOperationException if it is a run of several processes
   */
  default void stop(String reason, Optional<Snapshot> begin) {
    throw new UnsupportedOperationException("a run of several processes keeps its warm-up");
  }

  /**
   * Connects, runs, stops; returns when all workers have ended or had their time to.
   *
   * @throws StartFailedException if not all workers came up; those that did have been ended
   */
  Summary execute() throws StartFailedException, InterruptedException;

  /** A run that could not start, because a worker did not come up; the cause is that worker's. */
  final class StartFailedException extends Exception {

    private final transient List<String> warnings;

    public StartFailedException(String message, Throwable cause) {
      this(message, cause, List.of());
    }

    /**
     * The same.
     *
     * @param warnings of client libraries, which nobody has been told
     */
    public StartFailedException(String message, Throwable cause, List<String> warnings) {
      super(message, cause);
      this.warnings = List.copyOf(warnings);
    }

    public List<String> warnings() {
      return warnings;
    }
  }
}
