package dev.sluice.core.worker;

import dev.sluice.core.rate.IterationTimes;
import dev.sluice.core.stats.WorkLog;
import dev.sluice.core.time.NanoClock;

/**
 * What the harness gives a worker to work with.
 *
 * @param connection is told what happens to the worker's connection
 * @param log is told what iterations consist of and what becomes of them
 * @param times the times of the iteration under way
 * @param clock what the worker is timed by
 */
public record WorkerContext(
    ConnectionWatch connection, WorkLog log, IterationTimes times, NanoClock clock) {

  /** For a worker that nobody watches. */
  public static final WorkerContext NOBODY =
      new WorkerContext(
          ConnectionWatch.NOBODY, WorkLog.NONE, IterationTimes.NONE, NanoClock.SYSTEM);
}
