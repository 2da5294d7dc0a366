package dev.sluice.core.stats;

import java.util.EnumMap;
import java.util.Map;

/** One cumulative reading of the latencies of a workload. For the collector's thread alone. */
final class WorkloadTotals {

  private final LatencyTotals latency = new LatencyTotals();
  private final LatencyTotals service = new LatencyTotals();
  private final LatencyTotals lateness = new LatencyTotals();
  private final Map<Part, LatencyTotals> parts = new EnumMap<>(Part.class);

  void add(WorkloadTotals other) {
    latency.add(other.latency);
    service.add(other.service);
    lateness.add(other.lateness);
    other.parts.forEach((part, totals) -> part(part).add(totals));
  }

  LatencyTotals latency() {
    return latency;
  }

  LatencyTotals service() {
    return service;
  }

  LatencyTotals lateness() {
    return lateness;
  }

  /** The sums of a part, empty ones if there were none. */
  LatencyTotals part(Part part) {
    return parts.computeIfAbsent(part, p -> new LatencyTotals());
  }

  /** What was counted since an earlier reading. */
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
