package dev.sluice.core.run;

import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.Pacing;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Interruption;
import dev.sluice.core.result.Overflow;
import dev.sluice.core.result.Shortfall;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.WorkerReading;
import dev.sluice.core.stats.WorkloadStats.Reading;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Adds up interval snapshots, warm-up left out. Guarded by its owner. */
final class SummaryBuilder {

  private final String runId;
  private final Map<String, Measured> measured = new LinkedHashMap<>();
  private final Map<String, Snapshot.Workload> warmup = new HashMap<>(); // the last interval of it
  private long measuredNanos;
  private long warmupNanos;

  SummaryBuilder(String runId) {
    this.runId = runId;
  }

  /** One workload while it was measured. */
  private static final class Measured {

    private final Unfinished before;
    private final long lostNanosBefore;
    private Snapshot.Workload sum;
    private int mostLost;
    private int workers;

    /**
     * @param before how it stood when that time began
     */
    Measured(Snapshot.Workload before) {
      this.before = before.unfinished();
      this.lostNanosBefore = before.connections().lostNanos();
      this.sum = before.unmeasured();
    }

    void add(Snapshot.Workload interval) {
      sum = sum.then(interval);
      mostLost = Math.max(mostLost, interval.connections().workersLost());
      workers = Math.max(workers, interval.workers());
    }

    Interruption interruption(long measuredNanos) {
      long lost = Math.min(measuredNanos, sum.connections().lostNanos() - lostNanosBefore);
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
      if (snapshot.warmup()) {
        warmup.put(workload.name(), workload);
      } else {
        measured.computeIfAbsent(workload.name(), this::measured).add(workload);
      }
    }
  }

  private Measured measured(String workload) {
    return new Measured(warmup.getOrDefault(workload, Snapshot.Workload.starting(workload, 0, 0)));
  }

  Summary build(
      Instant started,
      long cpuNanos,
      int processors,
      List<Workload> workloads,
      String endReason,
      List<Overflow> overflows,
      List<String> failures,
      List<Hindrance> hindrances) {
    CpuUse cpu = new CpuUse(cpuNanos, measuredNanos, processors);
    return new Summary(
        runId,
        started,
        measuredNanos,
        warmupNanos,
        cpu,
        workloads.stream().map(w -> workload(w, cpu, hindrances)).toList(),
        endReason,
        overflows,
        failures);
  }

  /**
   * How many iterations may be missing at the end of a run without meaning anything: as many as are
   * in flight on average, those of workers that are away as they were told to, and what chance
   * moves in a closed loop: Poisson counts vary by their square root.
   */
  private double slack(Workload workload, Measured of) {
    double inFlight = of.sum.measures().inFlight(measuredNanos);
    boolean random =
        workload.spec().arrivals() == Arrivals.POISSON
            && workload.spec().pacing() == Pacing.THINK_TIME;
    return 1 + inFlight + workload.excused() + (random ? 3 * Math.sqrt(of.sum.asked()) : 0);
  }

  private Summary.Workload workload(Workload workload, CpuUse cpu, List<Hindrance> hindrances) {
    Measured of =
        measured.getOrDefault(
            workload.name(), new Measured(Snapshot.Workload.starting(workload.name(), 0, 0)));
    Reading whole = workload.wholeReading();
    return new Summary.Workload(
        workload.name(),
        measuredNanos,
        of.sum.measures(),
        of.sum.account(),
        Account.of(whole.counts(), whole.unfinished()),
        workload.stats().errors().byCause(),
        workload.reconnects(),
        workload.pool().lost(),
        workload.spec().delivery().finalCounts(),
        perWorker(workload, of),
        Verdict.of(
            new Verdict.Evidence(
                workload.spec().pacing(),
                of.sum.measures(),
                Shortfall.of(of.sum.measures().counts(), of.before, of.sum.unfinished()),
                slack(workload, of),
                of.interruption(measuredNanos),
                workload.stats().errors().byCause(),
                cpu,
                hindrances)));
  }

  /** The figures of each worker while it was measured, and of all its work in the end. */
  private static List<WorkerReading> perWorker(Workload workload, Measured of) {
    Map<String, Long> totals = workload.stats().iterationsByWorker();
    return of.sum.perWorker().stream()
        .map(w -> w.withTotalIterations(totals.getOrDefault(w.name(), w.totalIterations())))
        .toList();
  }
}
