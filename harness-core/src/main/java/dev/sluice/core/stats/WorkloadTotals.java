package dev.sluice.core.stats;

import java.util.EnumMap;
import java.util.Map;

/** One cumulative reading of the latencies of a workload. For the collector's thread alone. */
final class WorkloadTotals {

  private final Map<LatencyKind, LatencyCounts.Sums> sums = new EnumMap<>(LatencyKind.class);

  void add(WorkloadTotals other) {
    other.sums.forEach((kind, more) -> of(kind).add(more));
  }

  void add(LatencyKind kind, LatencyCounts worker) {
    of(kind).add(worker);
  }

  /** The counts since an earlier reading. */
  Measures since(WorkloadTotals earlier, double asked, Counts counts) {
    Map<LatencyKind, Latency> since = new EnumMap<>(LatencyKind.class);
    sums.forEach((kind, now) -> since.put(kind, now.since(earlier.of(kind))));
    return new Measures(asked, counts, since);
  }

  private LatencyCounts.Sums of(LatencyKind kind) {
    return sums.computeIfAbsent(kind, each -> new LatencyCounts.Sums());
  }
}
