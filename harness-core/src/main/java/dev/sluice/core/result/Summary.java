package dev.sluice.core.result;

import dev.sluice.core.result.Connections.Reconnects;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.WorkerReading;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
    String endReason,
    List<Overflow> overflows,
    List<String> failures) {

  /**
   * One workload.
   *
   * @param name the workload
   * @param measuredNanos how long was measured
   * @param measured what was asked for and done in that time
   * @param account what happened to all that was due in that time
   * @param wholeAccount the same of the whole run, warm-up and the end included
   * @param errorsByCause all failures, warm-up and the end included
   * @param reconnects connections that were lost and came back
   * @param workersLost workers that ended by a failure or did not end in time
   * @param delivery what the check of its deliveries found, if there was one
   * @param perWorker what each worker did in the time that was measured; empty unless the workload
   *     asks for it
   * @param verdict what limited it
   */
  public record Workload(
      String name,
      long measuredNanos,
      Measures measured,
      Account account,
      Account wholeAccount,
      Map<String, Long> errorsByCause,
      Reconnects reconnects,
      int workersLost,
      Optional<DeliveryCounts> delivery,
      List<WorkerReading> perWorker,
      Verdict verdict) {

    /** All iterations attempted, warm-up and the end included. */
    public long totalIterations() {
      return wholeAccount.counts().iterations();
    }

    /** All units of work of which nobody knows whether they were done. */
    public long totalInDoubt() {
      return wholeAccount.counts().inDoubt();
    }

    /** Whether all calls with a schedule, or that put something, waited in vain to the end. */
    public boolean unanswered() {
      boolean asked = wholeAccount.counts().due() > 0 || !measured.get(LatencyKind.PUT).isEmpty();
      return asked && wholeAccount.counts().done() == 0 && totalInDoubt() > 0;
    }

    /** All iterations that were undone because their transaction was rolled back. */
    public long totalRolledBack() {
      return wholeAccount.counts().rolledBack();
    }

    /** The target in the time that was measured; 0 when unlimited. */
    public double asked() {
      return measured.asked();
    }

    /** Work that was committed, in iterations per second. */
    public double achievedPerSecond() {
      return measured.achievedPerSecond(measuredNanos);
    }

    /** Work that was attempted, in iterations per second. */
    public double attemptedPerSecond() {
      return measured.attemptedPerSecond(measuredNanos);
    }

    public double targetPerSecond() {
      return measured.targetPerSecond(measuredNanos);
    }

    /** Whether there was a target in that time. */
    public boolean hadTarget() {
      return measured.hadTarget();
    }

    /** Done over what the rate asked for; 1 when there was no target. */
    public double ratio() {
      return measured.ratio();
    }

    public long errors() {
      return errorsByCause.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** Whether all workers came up and the schedule started; else nothing was measured. */
  public boolean scheduleStarted() {
    return !started.equals(Instant.EPOCH);
  }

  /**
   * Whether no thread of the harness failed, no iteration failed, no worker was lost, every
   * connection that was lost came back, some call was answered, and every message that was checked
   * arrived once, as it was sent. What is in doubt or was rolled back meanwhile is no fault of the
   * run: it is what a fail-over is known to do, and is counted.
   */
  public boolean clean() {
    return failures.isEmpty()
        && workloads.stream()
            .allMatch(
                w ->
                    w.errors() == 0
                        && !w.unanswered()
                        && w.workersLost() == 0
                        && w.reconnects().notBack() == 0
                        && w.delivery().map(DeliveryCounts::clean).orElse(true));
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

    /** In words, one line. */
    public String text() {
      return sink + " was blocked: it missed " + intervals + " intervals and " + events + " events";
    }
  }

  /**
   * Processor time of the harness process.
   *
   * @param cpuNanos user and system time
   * @param elapsedNanos the time in which it was used
   * @param processors how many processors the process may use
   */
  public record CpuUse(long cpuNanos, long elapsedNanos, int processors) {

    /** Operating systems count processor time in steps of some 10 ms. */
    private static final long MIN_ELAPSED_NANOS = 200_000_000;

    /** Whether the time was long enough for its figures to mean anything. */
    public boolean meaningful() {
      return elapsedNanos >= MIN_ELAPSED_NANOS;
    }

    /** How many processors were busy on average. */
    public double cores() {
      return elapsedNanos == 0 ? 0 : Math.min(processors, (double) cpuNanos / elapsedNanos);
    }

    /** The share of what the process may use, 0 to 1. */
    public double share() {
      return cores() / processors;
    }
  }
}
