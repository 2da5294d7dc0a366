package dev.sluice.core.stats;

import java.util.EnumMap;
import java.util.Map;

/** One cumulative reading of the latencies of a workload. For the collector's thread alone. */
final class WorkloadTotals {

  private final LatencyCounts.Sums latency = new LatencyCounts.Sums();
  private final LatencyCounts.Sums service = new LatencyCounts.Sums();
  private final LatencyCounts.Sums lateness = new LatencyCounts.Sums();
  private final Map<Part, LatencyCounts.Sums> parts = new EnumMap<>(Part.class);

  void add(WorkloadTotals other) {
    latency.add(other.latency);
    service.add(other.service);
    lateness.add(other.lateness);
    other.parts.forEach((part, totals) -> part(part).add(totals));
  }

  LatencyCounts.Sums latency() {
    return latency;
  }

  LatencyCounts.Sums service() {
    return service;
  }

  LatencyCounts.Sums lateness() {
    return lateness;
  }

  /** The sums of a part, empty ones if there were none. */
  LatencyCounts.Sums part(Part part) {
    return parts.computeIfAbsent(part, p -> new LatencyCounts.Sums());
  }

  /** The counts since an earlier reading. */
  Measures since(WorkloadTotals earlier, double asked, Counts counts) {
    Map<Part, Latency> partsSince = new EnumMap<>(Part.class);
    parts.forEach(
        (part, totals) -> {
          Latency since = totals.since(earlier.part(part));
          if (!since.isEmpty()) {
            partsSince.put(part, since);
          }
        });
    return new Measures(
        asked,
        counts,
        latency.since(earlier.latency),
        service.since(earlier.service),
        lateness.since(earlier.lateness),
        partsSince);
  }
}
