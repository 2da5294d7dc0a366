package dev.sluice.control.sink.legacy;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.WorkerReading;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The sums of all workloads: in an interval, in some that followed one another, or in all the time
 * that was measured.
 *
 * @param runId the run's id, may be empty
 * @param ended wall-clock time of the end
 * @param nanos how long it was
 * @param warmup whether it belongs to the warm-up
 * @param threads workers that were up at the end of an interval
 * @param measures what was done
 * @param workers each worker, if workers are read one by one
 * @param delivery what the checks of deliveries found since the run started; empty if none is made
 */
record RunFigures(
    String runId,
    Instant ended,
    long nanos,
    boolean warmup,
    int threads,
    Measures measures,
    List<WorkerReading> workers,
    Optional<DeliveryCounts> delivery) {

  private static final double NANOS_PER_SECOND = 1e9;

  static RunFigures of(Snapshot snapshot) {
    Optional<Snapshot.Workload> all = snapshot.workloads().stream().reduce(Snapshot.Workload::plus);
    return new RunFigures(
        snapshot.runId(),
        snapshot.time(),
        snapshot.lengthNanos(),
        snapshot.warmup(),
        all.map(Snapshot.Workload::workersUp).orElse(0),
        all.map(Snapshot.Workload::measures).orElseGet(Measures::none),
        all.map(Snapshot.Workload::perWorker).orElse(List.of()),
        all.flatMap(Snapshot.Workload::delivery));
  }

  static RunFigures of(Summary summary) {
    List<Summary.Workload> workloads = summary.workloads();
    return new RunFigures(
        summary.runId(),
        summary.started().plusNanos(summary.warmupNanos() + summary.measuredNanos()),
        summary.measuredNanos(),
        false,
        0,
        workloads.stream().map(Summary.Workload::measured).reduce(Measures.none(), Measures::plus),
        workloads.stream().flatMap(workload -> workload.perWorker().stream()).toList(),
        workloads.stream()
            .flatMap(workload -> workload.delivery().stream())
            .reduce(DeliveryCounts::plus));
  }

  /**
   * Nothing, in no time.
   *
   * @param ended wall-clock time
   */
  static RunFigures none(Instant ended) {
    return new RunFigures("", ended, 0, false, 0, Measures.none(), List.of(), Optional.empty());
  }

  long iterations() {
    return measures.counts().iterations();
  }

  double seconds() {
    return nanos / NANOS_PER_SECOND;
  }

  /** Iterations per second; 0 of no time at all. */
  double rate() {
    return measures.attemptedPerSecond(nanos);
  }

  /** {@code id=ID,}, or nothing if the run has no id. */
  String idPart() {
    return runId.isEmpty() ? "" : "id=" + runId + ",";
  }
}
