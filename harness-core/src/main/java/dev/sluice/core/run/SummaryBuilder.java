package dev.sluice.core.run;

import dev.sluice.core.rate.Arrivals;
import dev.sluice.core.stats.Measures;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up interval snapshots, warm-up left out. Guarded by its owner. */
final class SummaryBuilder {

  private final String runId;
  private final Map<String, Measures> measured = new LinkedHashMap<>();
  private final Map<String, Double> due = new LinkedHashMap<>();
  private long measuredNanos;
  private long warmupNanos;

  SummaryBuilder(String runId) {
    this.runId = runId;
  }

  void add(Snapshot snapshot) {
    if (snapshot.warmup()) {
      warmupNanos += snapshot.lengthNanos();
      return;
    }
    measuredNanos += snapshot.lengthNanos();
    for (Snapshot.Workload workload : snapshot.workloads()) {
      measured.merge(workload.name(), workload.measures(), Measures::plus);
      due.merge(workload.name(), workload.due(), Double::sum);
    }
  }

  Summary build(
      Instant started,
      long cpuNanos,
      int processors,
      List<Workload> workloads,
      ReconnectCounts reconnects,
      String endReason) {
    CpuUse cpu = new CpuUse(cpuNanos, measuredNanos, processors);
    return new Summary(
        runId,
        started,
        measuredNanos,
        warmupNanos,
        cpu,
        workloads.stream().map(w -> workload(w, reconnects, cpu)).toList(),
        endReason);
  }

  /** One iteration of each worker may be under way; Poisson counts vary by their square root. */
  private static double slack(WorkloadSpec spec, double due) {
    double chance = spec.arrivals() == Arrivals.POISSON ? 3 * Math.sqrt(due) : 0;
    return spec.workers() + chance;
  }

  private Summary.Workload workload(Workload workload, ReconnectCounts reconnects, CpuUse cpu) {
    String name = workload.name();
    Measures measures = measured.getOrDefault(name, Measures.none());
    double dueOfMeasured = due.getOrDefault(name, 0.0);
    return new Summary.Workload(
        name,
        measuredNanos,
        dueOfMeasured,
        measures,
        workload.stats().counts().iterations(),
        workload.stats().errors().byCause(),
        reconnects.of(name),
        workload.pool().lost(),
        Verdict.of(dueOfMeasured, slack(workload.spec(), dueOfMeasured), measures.counts(), cpu));
  }
}
