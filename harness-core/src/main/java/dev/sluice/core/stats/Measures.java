package dev.sluice.core.stats;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Target and outcome of a period. Two intervals, two workloads and two processes add up in
 * the same way, with {@link #plus}, in any order; {@link #none} changes nothing.
 *
 * @param asked what the rate asked for, in iterations, fractions included; 0 without a rate
 * @param counts the counters
 * @param latency from the intended start to the end of each iteration that had a schedule
 * @param service from the actual start to the end of each iteration
 * @param lateness from the intended to the actual start
 * @param parts what iterations consisted of, where they have parts that are timed apart, and calls
 *     that came to nothing
 */
public record Measures(
    double asked,
    Counts counts,
    Latency latency,
    Latency service,
    Latency lateness,
    Map<Part, Latency> parts) {

  private static final double NANOS_PER_SECOND = 1e9;

  public Measures {
    Map<Part, Latency> copy = new EnumMap<>(Part.class);
    copy.putAll(parts);
    parts = Collections.unmodifiableMap(copy);
  }

  public static Measures none() {
    return new Measures(0, Counts.ZERO, Latency.NONE, Latency.NONE, Latency.NONE, Map.of());
  }

  /** The same, where the rate asked for so much. */
  public Measures asking(double iterations) {
    return new Measures(iterations, counts, latency, service, lateness, parts);
  }

  /** Both together: percentiles are those of all values. */
  public Measures plus(Measures other) {
    Map<Part, Latency> sum = new EnumMap<>(Part.class);
    sum.putAll(parts);
    other.parts.forEach((part, latencies) -> sum.merge(part, latencies, Latency::plus));
    return new Measures(
        asked + other.asked,
        counts.plus(other.counts),
        latency.plus(other.latency),
        service.plus(other.service),
        lateness.plus(other.lateness),
        sum);
  }

  /**
   * The latency to show first: from the intended start where there was a schedule, else the service
   * time.
   */
  public Latency headlineLatency() {
    return latency.isEmpty() ? service : latency;
  }

  /** Whether there was a target. */
  public boolean hadTarget() {
    return asked > 0;
  }

  /** The target, in iterations per second. */
  public double targetPerSecond(long lengthNanos) {
    return perSecond(asked, lengthNanos);
  }

  /** Work that was committed, in iterations per second. */
  public double achievedPerSecond(long lengthNanos) {
    return perSecond((double) counts.done(), lengthNanos);
  }

  /** Work that was attempted, in iterations per second. */
  public double attemptedPerSecond(long lengthNanos) {
    return perSecond((double) counts.iterations(), lengthNanos);
  }

  /** Done over what fell due and was postponed; 1 when there was no target. */
  public double ratio() {
    long due = counts.due() + counts.postponed();
    return due == 0 ? 1 : (double) counts.done() / due;
  }

  private static double perSecond(double count, long lengthNanos) {
    return lengthNanos == 0 ? 0 : count * NANOS_PER_SECOND / lengthNanos;
  }
}
