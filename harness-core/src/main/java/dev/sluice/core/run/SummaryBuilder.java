package dev.sluice.core.run;

import dev.sluice.core.rate.Arrivals;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.WorkerReading;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up interval snapshots, warm-up left out. Guarded by its owner. */
final class SummaryBuilder {

  private final String runId;
  private final Map<String, Measures> measured = new LinkedHashMap<>();
  private final Map<String, Double> due = new LinkedHashMap<>();
  private final Map<String, Map<String, WorkerReading>> perWorker = new LinkedHashMap<>();
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
      Map<String, WorkerReading> workers =
          perWorker.computeIfAbsent(workload.name(), unused -> new LinkedHashMap<>());
      workload.perWorker().forEach(w -> workers.merge(w.name(), w, WorkerReading::plus));
    }
  }

  Summary build(
      Instant started, long cpuNanos, int processors, List<Workload> workloads, String endReason) {
    CpuUse cpu = new CpuUse(cpuNanos, measuredNanos, processors);
    return new Summary(
        runId,
        started,
        measuredNanos,
        warmupNanos,
        cpu,
        workloads.stream().map(w -> workload(w, cpu)).toList(),
        endReason);
  }

  /**
   * How many iterations may be missing at the end of a run without meaning anything: as many as are
   * under way on average (rate times service time, by Little's law), those of workers that are away
   * as they were told to, and what chance moves: Poisson counts vary by their square root.
   */
  private double slack(Workload workload, double due, Measures measures) {
    double serviceNanos = measures.service().getMean() * measures.service().getTotalCount();
    double underWay = measuredNanos == 0 ? 0 : serviceNanos / measuredNanos;
    double chance = workload.spec().arrivals() == Arrivals.POISSON ? 3 * Math.sqrt(due) : 0;
    return 1 + underWay + workload.excused() + chance;
  }

  private Summary.Workload workload(Workload workload, CpuUse cpu) {
    String name = workload.name();
    Measures measures = measured.getOrDefault(name, Measures.none());
    Counts totals = workload.stats().counts();
    double dueOfMeasured = due.getOrDefault(name, 0.0);
    return new Summary.Workload(
        name,
        measuredNanos,
        dueOfMeasured,
        measures,
        totals.iterations(),
        totals.inDoubt(),
        totals.rolledBack(),
        workload.stats().errors().byCause(),
        workload.reconnects(),
        workload.pool().lost(),
        workload.spec().delivery().finalCounts(),
        perWorker(workload),
        Verdict.of(
            workload.spec().pacing(),
            dueOfMeasured,
            slack(workload, dueOfMeasured, measures),
            measures.counts(),
            cpu));
  }

  /** What each worker did while it was measured, and all it did in the end. */
  private List<WorkerReading> perWorker(Workload workload) {
    Map<String, Long> totals = workload.stats().iterationsByWorker();
    return perWorker.getOrDefault(workload.name(), Map.of()).values().stream()
        .map(w -> w.withTotalIterations(totals.getOrDefault(w.name(), w.totalIterations())))
        .toList();
  }
}
