package dev.sluice.core.result;

import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of a run.
 *
 * @param runId the run's id, may be empty
 * @param started wall-clock time at which the schedule started, the epoch if it did not
 * @param measuredNanos how long was measured: without warm-up, and without the time it took to end
 * @param warmupNanos how long the warm-up was
 * @param cpu what the process used while it was measured
 * @param workloads each workload
 * @param batches what was measured, in parts: all outputs have the errors of figures from them
 * @param endReason why it ended, one phrase
 * @param overflows what outputs did not get by then
 * @param failures threads of the harness that failed by then, each in one line
 */
public record Summary(
    String runId,
    Instant started,
    long measuredNanos,
    long warmupNanos,
    CpuUse cpu,
    List<Workload> workloads,
    RunBatches batches,
    String endReason,
    List<Overflow> overflows,
    List<String> failures) {

  /**
   * One workload.
   *
   * @param measured while it was measured
   * @param missing what was due then and not done, by cause
   * @param whole the whole run, warm-up and the end included; without latencies
   * @param reconnects connections that were lost and came back
   * @param workersLost workers that ended by a failure or did not end in time
   * @param verdict what limited it
   */
  public record Workload(
      Window measured,
      Shortfall missing,
      Window whole,
      Reconnects reconnects,
      int workersLost,
      Verdict verdict) {

    /** Of a run without a warm-up: nothing was unfinished when measuring began. */
    public Workload(
        Window measured, Window whole, Reconnects reconnects, int workersLost, Verdict verdict) {
      this(
          measured,
          Shortfall.of(measured, Unfinished.NOTHING),
          whole,
          reconnects,
          workersLost,
          verdict);
    }

    public String name() {
      return measured.name();
    }

    /** Whether all calls with a schedule, or that put something, waited in vain to the end. */
    public boolean unanswered() {
      boolean asked = whole.counts().due() > 0 || !measured.get(LatencyKind.PUT).isEmpty();
      return asked && whole.counts().done() == 0 && whole.counts().inDoubt() > 0;
    }

    /** Whether a rate was asked for, and nothing of it ever fell due for anybody. */
    public boolean neverDue() {
      boolean asked = whole.asked() > 0 || verdict.kind() == Verdict.Kind.AGENTS_MISSING;
      return asked && whole.counts().due() == 0 && whole.counts().iterations() == 0;
    }

    /** Whether its part of {@link Summary#clean} is so. */
    public boolean clean() {
      return errors() == 0
          && !neverDue()
          && !unanswered()
          && workersLost == 0
          && reconnects.notBack() == 0
          && delivery().map(DeliveryCounts::clean).orElse(true);
    }

    /** All failures, warm-up and the end included. */
    public long errors() {
      return whole.end().errors();
    }

    /** What the check of its deliveries found, if there was one. */
    public Optional<DeliveryCounts> delivery() {
      return whole.end().delivery();
    }
  }

  /** Whether all workers came up and the schedule started; else nothing was measured. */
  public boolean scheduleStarted() {
    return !started.equals(Instant.EPOCH);
  }

  /**
   * Whether no thread of the harness failed, no iteration failed, no worker was lost, every
   * connection that was lost came back, what was asked for fell due, some call was answered, and
   * every message that was checked arrived once, as it was sent. What is in doubt or was rolled
   * back meanwhile is no fault of the run: it is what a fail-over is known to do, and is counted.
   */
  public boolean clean() {
    return failures.isEmpty() && workloads.stream().allMatch(Workload::clean);
  }

  /**
   * The events that an output of a run did not get, because it was blocked for so long that its
   * queue was full.
   *
   * @param sink the output's name
   * @param intervals statistics intervals that were left out
   * @param events everything else that was left out
   */
  public record Overflow(String sink, long intervals, long events) {

    /** Nothing was left out. */
    public static Overflow none(String sink) {
      return new Overflow(sink, 0, 0);
    }

    public boolean isNothing() {
      return intervals + events == 0;
    }

    /** And one more. */
    public Overflow plus(boolean interval) {
      return new Overflow(sink, intervals + (interval ? 1 : 0), events + (interval ? 0 : 1));
    }

    /** The same, said of one of several processes. */
    public Overflow of(String process) {
      return new Overflow(process + " " + sink, intervals, events);
    }

    /** In words, one line. */
    public String text() {
      return sink + " was blocked: it missed " + intervals + " intervals and " + events + " events";
    }
  }
}
