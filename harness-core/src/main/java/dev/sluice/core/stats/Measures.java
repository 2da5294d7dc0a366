package dev.sluice.core.stats;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * Target and outcome of a period. Two intervals, two workloads and two processes add up in the same
 * way, with {@link #plus}, in any order; {@link #none} changes nothing.
 *
 * @param asked what the rate asked for, in iterations, fractions included; 0 without a rate
 * @param counts the counters
 * @param latencies how long things took, those of which there were any
 */
public record Measures(double asked, Counts counts, Map<LatencyKind, Latency> latencies) {

  public Measures {
    Map<LatencyKind, Latency> copy = new EnumMap<>(LatencyKind.class);
    copy.putAll(latencies);
    copy.values().removeIf(Latency::isEmpty);
    latencies = Collections.unmodifiableMap(copy);
  }

  public static Measures none() {
    return new Measures(0, Counts.ZERO, Map.of());
  }

  /** The same, where the rate asked for so much. */
  public Measures asking(double iterations) {
    return new Measures(iterations, counts, latencies);
  }

  /** Both together: percentiles are those of all values. */
  public Measures plus(Measures other) {
    Map<LatencyKind, Latency> sum = new EnumMap<>(LatencyKind.class);
    sum.putAll(latencies);
    other.latencies.forEach((kind, more) -> sum.merge(kind, more, Latency::plus));
    return new Measures(asked + other.asked, counts.plus(other.counts), sum);
  }

  /** How long something took; {@link Latency#NONE} if there was nothing. */
  public Latency get(LatencyKind kind) {
    return latencies.getOrDefault(kind, Latency.NONE);
  }

  public Latency latency() {
    return get(LatencyKind.LATENCY);
  }

  public Latency service() {
    return get(LatencyKind.SERVICE);
  }

  public Latency lateness() {
    return get(LatencyKind.LATENESS);
  }

  /** Times of whole iterations, whether there were any or not, and {@link #parts}. */
  public Map<LatencyKind, Latency> shown() {
    Map<LatencyKind, Latency> shown = new EnumMap<>(LatencyKind.class);
    LatencyKind.WHOLE.forEach(kind -> shown.put(kind, Latency.NONE));
    shown.putAll(latencies);
    return shown;
  }

  /** Times of parts of iterations, those of which there were any. */
  public Map<LatencyKind, Latency> parts() {
    Map<LatencyKind, Latency> parts = new EnumMap<>(LatencyKind.class);
    parts.putAll(latencies);
    parts.keySet().removeAll(LatencyKind.WHOLE);
    return parts;
  }

  /**
   * The latency to show first: from the intended start where there was a schedule, else the service
   * time.
   */
  public Latency headlineLatency() {
    return latency().isEmpty() ? service() : latency();
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

  /** Achieved over target: what was done over what the rate asked for; 1 without a target. */
  public double ratio() {
    return hadTarget() ? counts.done() / asked : 1;
  }

  /** Iterations in flight on average: rate times service time, by Little's law. */
  public double inFlight(long lengthNanos) {
    return lengthNanos == 0 ? 0 : service().meanNanos() * service().count() / lengthNanos;
  }

  private static double perSecond(double count, long lengthNanos) {
    return lengthNanos == 0 ? 0 : count * NANOS_PER_SECOND / lengthNanos;
  }
}
