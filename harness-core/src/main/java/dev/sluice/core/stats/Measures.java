package dev.sluice.core.stats;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What a workload did in some stretch of time. The histograms are in nanoseconds with two
 * significant digits; they are never changed once here, so any thread may read them.
 *
 * @param counts the counters
 * @param latency from the intended start to the end of each iteration that had a schedule
 * @param service from the actual start to the end of each iteration
 * @param lateness from the intended to the actual start
 * @param parts what iterations consisted of, where they have parts that are timed apart
 */
public record Measures(
    Counts counts,
    Histogram latency,
    Histogram service,
    Histogram lateness,
    Map<Part, Histogram> parts) {

  public Measures {
    parts = Collections.unmodifiableMap(copy(parts));
  }

  public static Measures none() {
    return new Measures(
        Counts.ZERO,
        LatencyTotals.newHistogram(),
        LatencyTotals.newHistogram(),
        LatencyTotals.newHistogram(),
        Map.of());
  }

  /** Both stretches together: counts and histograms added. */
  public Measures plus(Measures other) {
    return new Measures(
        counts.plus(other.counts),
        sum(latency, other.latency),
        sum(service, other.service),
        sum(lateness, other.lateness),
        sum(parts, other.parts));
  }

  /**
   * The latency to show first: from the intended start where there was a schedule, else the service
   * time.
   */
  public Histogram headlineLatency() {
    return latency.getTotalCount() > 0 ? latency : service;
  }

  private static Map<Part, Histogram> copy(Map<Part, Histogram> parts) {
    Map<Part, Histogram> copy = new EnumMap<>(Part.class);
    copy.putAll(parts);
    return copy;
  }

  private static Map<Part, Histogram> sum(Map<Part, Histogram> a, Map<Part, Histogram> b) {
    Map<Part, Histogram> sum = new EnumMap<>(Part.class);
    sum.putAll(a);
    b.forEach((part, histogram) -> sum.merge(part, histogram, Measures::sum));
    return sum;
  }

  private static Histogram sum(Histogram a, Histogram b) {
    Histogram sum = a.copy();
    sum.add(b);
    return sum;
  }
}
