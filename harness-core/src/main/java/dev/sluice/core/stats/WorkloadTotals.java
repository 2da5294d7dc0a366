package dev.sluice.core.stats;

/** One cumulative reading of all workers of a workload. For the collector's thread alone. */
final class WorkloadTotals {

  private Counts counts = Counts.ZERO;
  private final LatencyTotals latency = new LatencyTotals();
  private final LatencyTotals service = new LatencyTotals();
  private final LatencyTotals lateness = new LatencyTotals();

  void add(WorkerStats worker) {
    // counts first: a histogram may then be ahead by what is under way, but never behind at the end
    counts = counts.plus(worker.counts());
    worker.addLatenciesTo(this);
  }

  void add(WorkloadTotals other) {
    counts = counts.plus(other.counts);
    latency.add(other.latency);
    service.add(other.service);
    lateness.add(other.lateness);
  }

  Counts counts() {
    return counts;
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

  /** What happened since an earlier reading. */
  Measures since(WorkloadTotals earlier) {
    return new Measures(
        counts.minus(earlier.counts),
        latency.since(earlier.latency),
        service.since(earlier.service),
        lateness.since(earlier.lateness));
  }
}
