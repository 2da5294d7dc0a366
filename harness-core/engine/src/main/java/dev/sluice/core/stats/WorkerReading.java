package dev.sluice.core.stats;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import org.HdrHistogram.Histogram;

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

  /**
   * Service times summed up: what can be added without a histogram. All but the count are 0 if
   * there were none.
   *
   * @param count how many
   * @param meanNanos their mean, in nanoseconds
   * @param minNanos the shortest
   * @param maxNanos the longest
   * @param standardDeviationNanos by how much they vary, as of a whole population
   */
  public record ServiceTimes(
      long count, double meanNanos, long minNanos, long maxNanos, double standardDeviationNanos) {

    public static final ServiceTimes NONE = new ServiceTimes(0, 0, 0, 0, 0);

    /** Those of a histogram, as exact as its cells are. */
    static ServiceTimes of(Histogram nanos) {
      return nanos.getTotalCount() == 0
          ? NONE
          : new ServiceTimes(
              nanos.getTotalCount(),
              nanos.getMean(),
              nanos.getMinValue(),
              nanos.getMaxValue(),
              nanos.getStdDeviation());
    }

    /** Both together, as if they had been counted as one. */
    public ServiceTimes plus(ServiceTimes other) {
      if (count == 0 || other.count == 0) {
        return count == 0 ? other : this;
      }
      double all = (double) count + other.count;
      double apart = other.meanNanos - meanNanos;
      double squares = squares() + other.squares() + apart * apart * count * other.count / all;
      return new ServiceTimes(
          count + other.count,
          meanNanos + apart * other.count / all,
          Math.min(minNanos, other.minNanos),
          Math.max(maxNanos, other.maxNanos),
          Math.sqrt(squares / all));
    }

    /** Squared distances from the mean, summed. */
    private double squares() {
      return count * standardDeviationNanos * standardDeviationNanos;
    }
  }
}
