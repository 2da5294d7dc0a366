package dev.sluice.core.stats;

import org.HdrHistogram.Histogram;

/**
 * Service times summed up: what can be added without a histogram. All but the count are 0 if there
 * were none.
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
