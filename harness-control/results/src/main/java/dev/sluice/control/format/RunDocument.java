package dev.sluice.control.format;

import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.WorkerSettings.ErrorPolicy;
import dev.sluice.core.worker.WorkerSettings.ThreadKind;
import dev.sluice.estimates.Interval;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The content of {@code run.json}: times in seconds, latencies in milliseconds. Its members are the
 * components of these records, in their order.
 *
 * @param format {@link RunFiles#FORMAT}
 * @param failure why the run did not come to a summary, one line
 * @param variables the columns of the table of steps that hold the variables of loops
 * @param merged the runs that were joined, if it is of such
 * @param setup its members stand among those of this
 */
public record RunDocument(
    long format,
    String id,
    RunState state,
    Instant created,
    Optional<String> failure,
    Optional<RunOutcome> summary,
    List<ObjectiveResult> objectives,
    List<Finding> findings,
    List<String> variables,
    List<MergedRun> merged,
    RunSetup setup) {

  /** How far a run came. */
  public enum RunState {
    RUNNING,
    DONE,
    FAILED
  }

  /**
   * What came of a run.
   *
   * @param clean whether there was no fault
   * @param overflows of sinks that were too slow
   * @param failures of the harness itself
   */
  public record RunOutcome(
      Instant started,
      double measuredSeconds,
      Optional<Double> warmupSeconds,
      String endReason,
      boolean clean,
      double cpuCores,
      List<WorkloadOutcome> workloads,
      List<Overflow> overflows,
      List<String> failures) {}

  /**
   * What came of a workload. Runs that were joined have no shares, attempts, causes and reconnects.
   *
   * @param account by {@link dev.sluice.core.stats.AccountTerm}, of what was measured
   * @param wholeAccount with the warm-up and the end
   * @param ofAllDue the latency of all that was due, where that was not all done
   * @param unsteady what speaks against figures of a run that stays as it is
   * @param latencyMillis figures by {@link dev.sluice.core.stats.LatencyKind}
   */
  public record WorkloadOutcome(
      String name,
      Interval achievedPerSecond,
      double targetPerSecond,
      BigDecimal ratio,
      Verdict.Kind verdict,
      String explanation,
      Optional<List<MissingShare>> shares,
      Optional<Double> attemptedPerSecond,
      Map<String, Long> account,
      Map<String, Long> wholeAccount,
      Counts counts,
      long totalIterations,
      long totalInDoubt,
      long totalRolledBack,
      Optional<Map<String, Long>> totalErrorsByCause,
      long workersLost,
      Optional<ReconnectTimes> reconnects,
      Optional<DeliveryCounts> delivery,
      Optional<String> ofAllDue,
      List<String> unsteady,
      Map<String, Map<String, Number>> latencyMillis) {

    /**
     * A figure of a latency, not a number if there is none.
     *
     * @param figure as {@link FigureJson} calls it
     */
    public double latencyMillis(LatencyKind kind, String figure) {
      Number value = latencyMillis.getOrDefault(kind.word(), Map.of()).get(figure);
      return value == null ? Double.NaN : value.doubleValue();
    }
  }

  /** What one cause has of the iterations that are missing. */
  public record MissingShare(Verdict.Kind kind, double iterations, BigDecimal ofDue) {}

  /** How long connections took to come back, and how many did not. */
  public record ReconnectTimes(
      long count, BigDecimal p50Millis, BigDecimal maxMillis, long notBack) {}

  /** One of the runs that were joined. */
  public record MergedRun(
      String name, String host, Instant started, double offsetSeconds, RunState state) {}

  /**
   * What was to run, on what. Runs that were joined have the first six but provider and versions.
   *
   * @param ccdt the table of connections, whatever a provider calls it
   * @param configuration everything it was told, by name
   * @param labels what people find it by
   */
  public record RunSetup(
      Optional<Map<String, String>> versions,
      Host host,
      String clock,
      Optional<String> provider,
      Optional<TableDigest> ccdt,
      Optional<Double> durationSeconds,
      Optional<Double> warmupSeconds,
      double intervalSeconds,
      List<WorkloadSetup> workloads,
      Map<String, Object> configuration,
      Optional<Map<String, Object>> labels) {

    /** What a plan's name is called among what it was told. */
    public static final String PLAN = "scenario";

    public RunSetup {
      if (!(intervalSeconds > 0)) {
        throw new IllegalArgumentException("intervalSeconds is " + intervalSeconds);
      }
    }

    /** The name of the plan that it was played by; empty if by a command alone. */
    public Optional<String> plan() {
      return Optional.ofNullable(configuration.get(PLAN)).map(String::valueOf);
    }
  }

  /**
   * The host of a run, or all of those that were joined.
   *
   * @param jvmArguments with their secrets masked
   */
  public record Host(
      String name,
      String operatingSystem,
      long processors,
      long maxHeapBytes,
      String zone,
      Optional<List<String>> jvmArguments) {

    public Host {
      jvmArguments = jvmArguments.map(all -> all.stream().map(SecretRules::mask).toList());
    }
  }

  /**
   * A workload as it was asked for.
   *
   * @param catchUpSeconds a number, or {@code unlimited}
   */
  public record WorkloadSetup(
      String name,
      long workers,
      double targetPerWorkerPerSecond,
      double targetPerSecond,
      double rampSeconds,
      Arrivals arrivals,
      Object catchUpSeconds,
      long count,
      long disconnectEvery,
      double disconnectSeconds,
      long startParallel,
      ErrorPolicy onError,
      ThreadKind threads,
      double drainSeconds) {}
}
