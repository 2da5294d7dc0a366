package dev.sluice.core.stats;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

/**
 * The figures of one worker in some period of time, an interval or what was measured of a run.
 *
 * @param name the workload's name and the worker's number from 1, as {@code senders-17}
 * @param iterations those of the period
 * @param totalIterations those since the run started, warm-up included
 * @param ranNanos for how much of the period it was there, from when it was connected first until
 *     it ended
 * @param service the service times of the period
 */
public record WorkerReading(
    String name, long iterations, long totalIterations, long ranNanos, ServiceTimes service) {

  /** Its achieved rate while it was there. */
  public double perSecond() {
    return ranNanos == 0 ? 0 : iterations * NANOS_PER_SECOND / ranNanos;
  }

  /** This period and a later one together. */
  public WorkerReading plus(WorkerReading later) {
    return new WorkerReading(
        name,
        iterations + later.iterations,
        later.totalIterations,
        ranNanos + later.ranNanos,
        service.plus(later.service));
  }

  /** The same period, the worker having gone on to this many iterations. */
  public WorkerReading withTotalIterations(long total) {
    return new WorkerReading(name, iterations, total, ranNanos, service);
  }
}
