package dev.sluice.core.stats;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a workload did in some stretch of time.
 *
 * @param counts the counters
 * @param latency from the intended start to the end of each iteration that had a schedule
 * @param service from the actual start to the end of each iteration
 * @param lateness from the intended to the actual start
 * @param parts what iterations consisted of, where they have parts that are timed apart, and calls
 *     that came to nothing
 */
public record Measures(
    Counts counts, Latency latency, Latency service, Latency lateness, Map<Part, Latency> parts) {

  public Measures {
    Map<Part, Latency> copy = new EnumMap<>(Part.class);
    copy.putAll(parts);
    parts = Collections.unmodifiableMap(copy);
  }

  public static Measures none() {
    return new Measures(Counts.ZERO, Latency.NONE, Latency.NONE, Latency.NONE, Map.of());
  }

  /** Both stretches together: counts and latencies added. */
  public Measures plus(Measures other) {
    Map<Part, Latency> sum = new EnumMap<>(Part.class);
    sum.putAll(parts);
    other.parts.forEach((part, latencies) -> sum.merge(part, latencies, Latency::plus));
    return new Measures(
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
}
