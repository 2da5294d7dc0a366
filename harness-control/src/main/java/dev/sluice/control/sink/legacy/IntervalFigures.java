package dev.sluice.control.sink.legacy;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.WorkerReading;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The sums of all workloads in an interval, or in some that follow one another.
 *
 * @param runId the run's id, may be empty
 * @param time wall-clock time of the end
 * @param nanos how long it was
 * @param warmup whether it belongs to the warm-up
 * @param iterations what was done
 * @param threads workers that were up at the end
 * @param service service times, in nanoseconds
 * @param workers each worker, if workers are read one by one
 * @param delivery what the checks of deliveries found since the run started; empty if none is made
 */
record IntervalFigures(
    String runId,
    Instant time,
    long nanos,
    boolean warmup,
    long iterations,
    int threads,
    Latency service,
    List<WorkerReading> workers,
    Optional<DeliveryCounts> delivery) {

  private static final double NANOS_PER_SECOND = 1e9;

  static IntervalFigures of(Snapshot snapshot) {
    Latency service =
        snapshot.workloads().stream()
            .map(workload -> workload.measures().service())
            .reduce(Latency.NONE, Latency::plus);
    return new IntervalFigures(
        snapshot.runId(),
        snapshot.time(),
        snapshot.lengthNanos(),
        snapshot.warmup(),
        snapshot.workloads().stream().mapToLong(w -> w.measures().counts().iterations()).sum(),
        snapshot.workloads().stream().mapToInt(Snapshot.Workload::workersUp).sum(),
        service,
        snapshot.workloads().stream().flatMap(w -> w.perWorker().stream()).toList(),
        snapshot.workloads().stream()
            .flatMap(workload -> workload.delivery().stream())
            .reduce(DeliveryCounts::plus));
  }

  /** This interval and the one that follows it. */
  IntervalFigures plus(IntervalFigures next) {
    Map<String, WorkerReading> byName = new LinkedHashMap<>();
    workers.forEach(worker -> byName.put(worker.name(), worker));
    next.workers.forEach(worker -> byName.merge(worker.name(), worker, WorkerReading::plus));
    return new IntervalFigures(
        runId,
        next.time,
        nanos + next.nanos,
        next.warmup,
        iterations + next.iterations,
        next.threads,
        service.plus(next.service),
        List.copyOf(byName.values()),
        next.delivery);
  }

  double seconds() {
    return nanos / NANOS_PER_SECOND;
  }

  /** Iterations per second; 0 of no time at all. */
  double rate() {
    return nanos == 0 ? 0 : iterations / seconds();
  }

  /** {@code id=ID,}, or nothing if the run has no id. */
  String idPart() {
    return runId.isEmpty() ? "" : "id=" + runId + ",";
  }
}
