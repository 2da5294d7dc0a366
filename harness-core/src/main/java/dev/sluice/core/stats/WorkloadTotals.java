package dev.sluice.core.stats;

/** One cumulative reading of the latencies of a workload. For the collector's thread alone. */
final class WorkloadTotals {

  private final LatencyTotals latency = new LatencyTotals();
  private final LatencyTotals service = new LatencyTotals();
  private final LatencyTotals lateness = new LatencyTotals();

  void add(WorkloadTotals other) {
    latency.add(other.latency);
    service.add(other.service);
    lateness.add(other.lateness);
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

  /** What was counted since an earlier reading. */
  Measures since(WorkloadTotals earlier, Counts counts) {
    return new Measures(
        counts,
        latency.since(earlier.latency),
        service.since(earlier.service),
        lateness.since(earlier.lateness));
  }
}
