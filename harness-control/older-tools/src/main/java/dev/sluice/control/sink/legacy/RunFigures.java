package dev.sluice.control.sink.legacy;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Window;
import dev.sluice.core.stats.WorkerReading;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * The sums of all workloads: in an interval, in some that followed one another, or in all the time
 * that was measured.
 *
 * @param runId the run's id, may be empty
 * @param ended wall-clock time of the end
 * @param warmup whether it belongs to the warm-up
 * @param iterations those attempted; of a whole run also those that ended after it was measured
 * @param measures what was done; the check of deliveries counts from the start of the run
 */
record RunFigures(String runId, Instant ended, boolean warmup, long iterations, Window measures) {

  static RunFigures of(Snapshot snapshot) {
    Window all = sum(snapshot.workloads().stream(), snapshot.lengthNanos());
    return new RunFigures(
        snapshot.runId(), snapshot.time(), snapshot.warmup(), all.counts().iterations(), all);
  }

  static RunFigures of(Summary summary) {
    List<Summary.Workload> workloads = summary.workloads();
    return new RunFigures(
        summary.runId(),
        summary.started().plusNanos(summary.warmupNanos() + summary.measuredNanos()),
        false,
        workloads.stream()
            .map(each -> summary.warmupNanos() == 0 ? each.whole() : each.measured())
            .mapToLong(each -> each.counts().iterations())
            .sum(),
        sum(
            workloads.stream().map(each -> each.measured().with(each.whole().end())),
            summary.measuredNanos()));
  }

  /**
   * Nothing, in no time.
   *
   * @param ended wall-clock time
   */
  static RunFigures none(Instant ended) {
    return new RunFigures("", ended, false, 0, Window.none(""));
  }

  private static Window sum(Stream<Window> workloads, long nanos) {
    return workloads.reduce(Window::plus).orElse(Window.none("")).lasting(nanos);
  }

  long nanos() {
    return measures.lengthNanos();
  }

  double seconds() {
    return nanos() / NANOS_PER_SECOND;
  }

  /** How long a worker was there on average, as JMSPerfHarness has it. */
  double meanWorkerSeconds() {
    return measures.perWorker().stream().mapToLong(WorkerReading::ranNanos).average().orElse(0)
        / NANOS_PER_SECOND;
  }

  /** Each worker's rate while it was there, added up: JMSPerfHarness's rate of a run. */
  double sumOfWorkerRates() {
    return measures.perWorker().stream().mapToDouble(WorkerReading::perSecond).sum();
  }

  /** Iterations per second; 0 of no time at all. */
  double rate() {
    return measures.attemptedPerSecond();
  }
}
