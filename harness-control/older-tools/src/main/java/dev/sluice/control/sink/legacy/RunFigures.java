package dev.sluice.control.sink.legacy;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Window;
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
 * @param iterations those attempted; of a whole run also those that ended after it was measured
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
    long iterations,
    Window measures,
    List<WorkerReading> workers,
    Optional<DeliveryCounts> delivery) {

  static RunFigures of(Snapshot snapshot) {
    Optional<Window> all = snapshot.workloads().stream().reduce(Window::plus);
    return new RunFigures(
        snapshot.runId(),
        snapshot.time(),
        snapshot.lengthNanos(),
        snapshot.warmup(),
        all.map(window -> window.end().workersUp()).orElse(0),
        all.map(each -> each.counts().iterations()).orElse(0L),
        all.orElse(Window.none("")),
        all.map(Window::perWorker).orElse(List.of()),
        all.flatMap(each -> each.end().delivery()));
  }

  static RunFigures of(Summary summary) {
    List<Summary.Workload> workloads = summary.workloads();
    return new RunFigures(
        summary.runId(),
        summary.started().plusNanos(summary.warmupNanos() + summary.measuredNanos()),
        summary.measuredNanos(),
        false,
        0,
        workloads.stream()
            .mapToLong(
                each ->
                    summary.warmupNanos() == 0
                        ? each.whole().counts().iterations()
                        : each.measured().counts().iterations())
            .sum(),
        workloads.stream()
            .map(Summary.Workload::measured)
            .reduce(Window.none("").lasting(summary.measuredNanos()), Window::plus),
        workloads.stream().flatMap(workload -> workload.measured().perWorker().stream()).toList(),
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
    return new RunFigures("", ended, 0, false, 0, 0, Window.none(""), List.of(), Optional.empty());
  }

  double seconds() {
    return nanos / NANOS_PER_SECOND;
  }

  /** Iterations per second; 0 of no time at all. */
  double rate() {
    return measures.attemptedPerSecond();
  }
}
