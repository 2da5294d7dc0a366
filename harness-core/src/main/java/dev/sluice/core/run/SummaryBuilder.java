package dev.sluice.core.run;

import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.Pacing;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Interruption;
import dev.sluice.core.result.Overflow;
import dev.sluice.core.result.Shortfall;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.Reading;
import dev.sluice.core.stats.UnderWay;
import dev.sluice.core.stats.WorkerReading;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up interval snapshots, warm-up left out. Guarded by its owner. */
final class SummaryBuilder {

  private final String runId;
  private final Map<String, Measured> measured = new LinkedHashMap<>();
  private final Map<String, Measured> warmup = new LinkedHashMap<>();
  private long measuredNanos;
  private long warmupNanos;

  SummaryBuilder(String runId) {
    this.runId = runId;
  }

  /** One workload while it was measured. */
  private static final class Measured {

    private final UnderWay before;
    private final long lostNanosBefore;
    private final Map<String, WorkerReading> perWorker = new LinkedHashMap<>();
    private Measures measures = Measures.none();
    private UnderWay after;
    private long lostNanos;
    private int mostLost;
    private int workers;

    Measured(Measured warmup) {
      this.before = warmup == null ? UnderWay.NOTHING : warmup.after;
      this.lostNanosBefore = warmup == null ? 0 : warmup.lostNanos;
      this.after = before;
      this.lostNanos = lostNanosBefore;
    }

    void add(Snapshot.Workload interval) {
      measures = measures.plus(interval.measures());
      after = interval.underWay();
      lostNanos = interval.connections().lostNanos();
      mostLost = Math.max(mostLost, interval.connections().workersLost());
      workers = Math.max(workers, interval.workers());
      interval.perWorker().forEach(w -> perWorker.merge(w.name(), w, WorkerReading::plus));
    }

    Interruption interruption(long measuredNanos) {
      long lost = Math.min(measuredNanos, lostNanos - lostNanosBefore);
      return new Interruption(lost, measuredNanos, mostLost, Math.max(workers, mostLost));
    }
  }

  void add(Snapshot snapshot) {
    if (snapshot.warmup()) {
      warmupNanos += snapshot.lengthNanos();
    } else {
      measuredNanos += snapshot.lengthNanos();
    }
    for (Snapshot.Workload workload : snapshot.workloads()) {
      Map<String, Measured> part = snapshot.warmup() ? warmup : measured;
      part.computeIfAbsent(
              workload.name(), name -> new Measured(snapshot.warmup() ? null : warmup.get(name)))
          .add(workload);
    }
  }

  Summary build(
      Instant started,
      long cpuNanos,
      int processors,
      List<Workload> workloads,
      String endReason,
      List<Overflow> overflows) {
    CpuUse cpu = new CpuUse(cpuNanos, measuredNanos, processors);
    return new Summary(
        runId,
        started,
        measuredNanos,
        warmupNanos,
        cpu,
        workloads.stream().map(w -> workload(w, cpu)).toList(),
        endReason,
        overflows);
  }

  /**
   * How many iterations may be missing at the end of a run without meaning anything: as many as are
   * under way on average (rate times service time, by Little's law), those of workers that are away
   * as they were told to, and what chance moves in a closed loop: Poisson counts vary by their
   * square root.
   */
  private double slack(Workload workload, Measured of) {
    double serviceNanos = of.measures.service().meanNanos() * of.measures.service().count();
    double underWay = measuredNanos == 0 ? 0 : serviceNanos / measuredNanos;
    boolean random =
        workload.spec().arrivals() == Arrivals.POISSON
            && workload.spec().pacing() == Pacing.THINK_TIME;
    return 1 + underWay + workload.excused() + (random ? 3 * Math.sqrt(of.measures.asked()) : 0);
  }

  private Summary.Workload workload(Workload workload, CpuUse cpu) {
    Measured of = measured.getOrDefault(workload.name(), new Measured(null));
    Reading whole = workload.wholeReading();
    return new Summary.Workload(
        workload.name(),
        measuredNanos,
        of.measures,
        Account.of(of.measures.counts(), of.after),
        Account.of(whole.counts(), whole.underWay()),
        workload.stats().errors().byCause(),
        workload.reconnects(),
        workload.pool().lost(),
        workload.spec().delivery().finalCounts(),
        perWorker(workload, of),
        Verdict.of(
            new Verdict.Evidence(
                workload.spec().pacing(),
                of.measures,
                Shortfall.of(of.measures.counts(), of.before, of.after),
                slack(workload, of),
                of.interruption(measuredNanos),
                workload.stats().errors().byCause(),
                cpu)));
  }

  /** The figures of each worker while it was measured, and of all its work in the end. */
  private static List<WorkerReading> perWorker(Workload workload, Measured of) {
    Map<String, Long> totals = workload.stats().iterationsByWorker();
    return of.perWorker.values().stream()
        .map(w -> w.withTotalIterations(totals.getOrDefault(w.name(), w.totalIterations())))
        .toList();
  }
}
