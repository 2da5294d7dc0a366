package dev.sluice.core.worker;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.stats.WorkLog;
import dev.sluice.core.time.NanoClock;
import java.util.Optional;

/**
 * The work of one worker. Its own connection and session, if it has any, belong to it alone.
 *
 * <p>All methods but {@link #unblock} are called by the worker's own thread. After a failure the
 * worker may be closed and opened again, any number of times.
 */
public interface Worker {

  /** How an iteration went that did not fail. */
  enum Outcome {
    /** One unit of work was done. */
    DONE,
    /** There was nothing to do, as when a receive times out. */
    NOTHING,
    /** Something was done or not: the connection was lost meanwhile, and nobody can tell. */
    IN_DOUBT,
    /**
     * The worker counted by itself ({@link dev.sluice.core.stats.WorkLog}), any number of
     * iterations: those that another thread brought.
     */
    COUNTED,
    /**
     * One unit of work was begun, which the worker counts by itself when it is done: at a later
     * call, or before it is closed.
     */
    BEGUN
  }

  /** Called once, before everything else. */
  default void attach(WorkerContext context) {}

  /** Prepares its thread for its whole life. */
  default void prepareThread() {}

  /** Connects. A failure to do so is final for this attempt; nothing needs closing. */
  void open() throws Exception;

  /** Does one unit of work. This is the hot path. */
  Outcome iterate() throws Exception;

  /**
   * Completes what is under way (a part-filled batch) and lets go of everything; does not throw.
   */
  void close();

  /**
   * Makes an {@link #iterate} that waits return soon, because the worker is to end. Called by
   * another thread, at most once.
   */
  default void unblock() {}

  /** Where it takes messages from, if that is of interest to people; asked when it is open. */
  default Optional<WorkSource> source() {
    return Optional.empty();
  }

  /**
   * The cause of a failure, in one line and always in the same words, so that failures can be
   * counted by it.
   */
  default String causeOf(Exception failure) {
    String message = failure.getMessage();
    String name = failure.getClass().getSimpleName();
    return message == null ? name : name + ": " + message;
  }

  /**
   * Whether the iteration that failed so, the last one, may have done its work all the same: then
   * it is in doubt, and not failed. Asked before the worker goes on.
   */
  default boolean leavesInDoubt(Exception failure) {
    return false;
  }

  /** Whether the worker can go on after this failure without being opened again. */
  default boolean survives(Exception failure) {
    return false;
  }

  /**
   * Whether the worker can never do what it is there for, however often it is opened: the run ends
   * then.
   */
  default boolean impossible(Exception failure) {
    return false;
  }

  /**
   * Where a worker takes its messages from.
   *
   * @param destination its name, as the provider has it
   * @param selector which of the messages there, empty for all of them
   */
  record WorkSource(String destination, String selector) {

    /** A destination of the worker's own, which ends with its connection. */
    public static final WorkSource TEMPORARY = new WorkSource("", "");
  }

  /**
   * The means that the harness gives a worker.
   *
   * @param connection learns what happens to the worker's connection
   * @param log learns what iterations consist of and what happens to them
   * @param times the times of the iteration under way
   * @param clock what the worker is timed by
   * @param limit how many iterations the worker is to do in all, {@link Long#MAX_VALUE} for no
   *     limit; of concern to one that is brought its work and has to refuse some
   */
  record WorkerContext(
      ConnectionWatch connection, WorkLog log, IterationTimes times, NanoClock clock, long limit) {

    /** Without a limit. */
    public WorkerContext(
        ConnectionWatch connection, WorkLog log, IterationTimes times, NanoClock clock) {
      this(connection, log, times, clock, Long.MAX_VALUE);
    }

    /** For a worker that nobody watches. */
    public static final WorkerContext NOBODY =
        new WorkerContext(
            ConnectionWatch.NOBODY, WorkLog.NONE, IterationTimes.NONE, NanoClock.SYSTEM);
  }
}
