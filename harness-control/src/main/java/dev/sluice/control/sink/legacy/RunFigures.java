package dev.sluice.control.sink.legacy;

import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.WorkerReading;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The sums of all workloads in the time that was measured: without warm-up.
 *
 * @param ended wall-clock time at which measuring ended
 * @param nanos how long was measured
 * @param iterations what was done
 * @param service service times, in nanoseconds
 * @param workers each worker, if workers are read one by one
 * @param delivery what the checks of deliveries found; empty if none was made
 */
record RunFigures(
    Instant ended,
    long nanos,
    long iterations,
    Latency service,
    List<WorkerReading> workers,
    Optional<DeliveryCounts> delivery) {

  private static final double NANOS_PER_SECOND = 1e9;

  static RunFigures of(Summary summary) {
    Latency service =
        summary.workloads().stream()
            .map(workload -> workload.measured().service())
            .reduce(Latency.NONE, Latency::plus);
    return new RunFigures(
        summary.started().plusNanos(summary.warmupNanos() + summary.measuredNanos()),
        summary.measuredNanos(),
        summary.workloads().stream().mapToLong(w -> w.measured().counts().iterations()).sum(),
        service,
        summary.workloads().stream().flatMap(w -> w.perWorker().stream()).toList(),
        summary.workloads().stream()
            .flatMap(workload -> workload.delivery().stream())
            .reduce(DeliveryCounts::plus));
  }

  /**
   * Nothing, in no time.
   *
   * @param ended wall-clock time
   */
  static RunFigures none(Instant ended) {
    return new RunFigures(ended, 0, 0, Latency.NONE, List.of(), Optional.empty());
  }

  double seconds() {
    return nanos / NANOS_PER_SECOND;
  }

  /** Iterations per second; 0 of no time at all. */
  double rate() {
    return nanos == 0 ? 0 : iterations / seconds();
  }
}
