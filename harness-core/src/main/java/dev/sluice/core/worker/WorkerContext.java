package dev.sluice.core.worker;

import dev.sluice.core.pacing.IterationTimes;
import dev.sluice.core.stats.WorkLog;
import dev.sluice.core.time.NanoClock;

/**
 * The means that the harness gives a worker.
 *
 * @param connection learns what happens to the worker's connection
 * @param log learns what iterations consist of and what happens to them
 * @param times the times of the iteration under way
 * @param clock what the worker is timed by
 * @param limit how many iterations the worker is to do in all, {@link Long#MAX_VALUE} for no limit;
 *     of concern to one that is brought its work and has to refuse some
 */
public record WorkerContext(
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
