package dev.sluice.core.stats;

import org.HdrHistogram.Histogram;

/**
 * What a workload did in some stretch of time. The histograms are in nanoseconds with two
 * significant digits; they are never changed once here, so any thread may read them.
 *
 * @param counts the counters
 * @param latency from the intended start to the end of each iteration that had a schedule
 * @param service from the actual start to the end of each iteration
 * @param lateness from the intended to the actual start
 */
public record Measures(Counts counts, Histogram latency, Histogram service, Histogram lateness) {

  public static Measures none() {
    return new Measures(
        Counts.ZERO,
        LatencyTotals.newHistogram(),
        LatencyTotals.newHistogram(),
        LatencyTotals.newHistogram());
  }

  /** Both stretches together: counts and histograms added. */
  public Measures plus(Measures other) {
    return new Measures(
        counts.plus(other.counts),
        sum(latency, other.latency),
        sum(service, other.service),
        sum(lateness, other.lateness));
  }

  /**
   * The latency to show first: from the intended start where there was a schedule, else the service
   * time.
   */
  public Histogram headlineLatency() {
    return latency.getTotalCount() > 0 ? latency : service;
  }

  private static Histogram sum(Histogram a, Histogram b) {
    Histogram sum = a.copy();
    sum.add(b);
    return sum;
  }
}
