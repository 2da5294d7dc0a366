package dev.sluice.control.fleet.run;

import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.result.Interruption;
import dev.sluice.core.result.Reconnects;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.UnderWay;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What one agent has told of a run: its intervals, added up in the order in which it made them, and
 * its final report, if it came to make one. Guarded by its owner.
 */
final class AgentTotals {

  private final String agent;
  private final Map<String, Integer> given;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private Optional<FinalReport> finalReport = Optional.empty();
  private Optional<RecordedInterval> last = Optional.empty();
  private long measuredNanos;
  private long warmupNanos;
  private double coreNanos;
  private boolean gone;

  /**
   * @param given how many workers of each workload it is to have
   */
  AgentTotals(String agent, Map<String, Integer> given) {
    this.agent = agent;
    this.given = Map.copyOf(given);
  }

  /** One workload of it. */
  private static final class Part {
    private Counts whole = Counts.ZERO;
    private UnderWay before = UnderWay.NOTHING;
    private long lostNanosBefore;
    private Snapshot.Workload latest;
    private Snapshot.Workload measured;
    private int mostLost;
    private int mostWorkers;

    private Part(String name) {
      latest = Snapshot.Workload.starting(name, 0, 0);
      measured = latest;
    }

    void add(Snapshot.Workload interval, boolean warmup) {
      whole = whole.plus(interval.measures().counts());
      latest = interval;
      if (warmup) {
        before = interval.underWay();
        lostNanosBefore = interval.connections().lostNanos();
        measured = interval.unmeasured();
        return;
      }
      measured = measured.then(interval);
      mostLost = Math.max(mostLost, interval.connections().workersLost());
      mostWorkers = Math.max(mostWorkers, interval.workers());
    }
  }

  /**
   * What it told of one workload.
   *
   * @param measured what was measured, added up
   * @param before what was under way when that began
   * @param whole the account of all its work
   * @param ofAgent its own judgement; empty if it did not come to make one
   */
  record OfWorkload(
      Snapshot.Workload measured,
      UnderWay before,
      Account whole,
      Interruption interruption,
      Map<String, Long> errorsByCause,
      Reconnects reconnects,
      int workersLost,
      Optional<FinalReport.Workload> ofAgent) {}

  String agent() {
    return agent;
  }

  void add(RecordedInterval interval) {
    Snapshot snapshot = interval.snapshot();
    last = Optional.of(interval);
    if (snapshot.warmup()) {
      warmupNanos += snapshot.lengthNanos();
    } else {
      measuredNanos += snapshot.lengthNanos();
      coreNanos += interval.cpuCores() * snapshot.lengthNanos();
    }
    for (Snapshot.Workload workload : snapshot.workloads()) {
      parts.computeIfAbsent(workload.name(), Part::new).add(workload, snapshot.warmup());
    }
  }

  void add(FinalReport report) {
    finalReport = Optional.of(report);
  }

  /** Nothing more is expected of it, though it did not come to its end. */
  void gone() {
    gone = finalReport.isEmpty();
  }

  void back() {
    gone = false;
  }

  boolean isGone() {
    return gone;
  }

  boolean ended() {
    return finalReport.isPresent();
  }

  /** Whether no figure of it has come. */
  boolean toldNothing() {
    return last.isEmpty() && finalReport.isEmpty();
  }

  Optional<FinalReport> finalReport() {
    return finalReport;
  }

  /** The last interval it told of. */
  Optional<RecordedInterval> last() {
    return last;
  }

  long measuredNanos() {
    return measuredNanos;
  }

  long warmupNanos() {
    return warmupNanos;
  }

  long cpuNanos() {
    return finalReport.map(FinalReport::cpuNanos).orElse((long) coreNanos);
  }

  /** What it told of a workload; that of nothing if it has a part in it and told nothing. */
  Optional<OfWorkload> of(String workload) {
    Part part = parts.get(workload);
    Optional<FinalReport.Workload> report =
        finalReport.flatMap(each -> Optional.ofNullable(each.workloads().get(workload)));
    if (part == null && report.isEmpty() && !given.containsKey(workload)) {
      return Optional.empty();
    }
    Part of = part == null ? new Part(workload) : part;
    long lostNanos = of.measured.connections().lostNanos() - of.lostNanosBefore;
    Interruption interruption =
        new Interruption(
            Math.min(measuredNanos, Math.max(0, lostNanos)),
            measuredNanos,
            of.mostLost,
            Math.max(of.mostWorkers, of.mostLost));
    return Optional.of(
        report
            .map(
                each ->
                    new OfWorkload(
                        of.measured,
                        of.before,
                        Account.of(each.whole(), each.underWay()),
                        interruption,
                        each.errorsByCause(),
                        each.reconnects(),
                        each.workersLost(),
                        report))
            .orElseGet(
                () ->
                    new OfWorkload(
                        of.measured,
                        of.before,
                        Account.of(of.whole, of.latest.underWay()),
                        interruption,
                        of.latest.errorsByCause(),
                        new Reconnects(of.latest.connections().reconnects(), 0, 0, 0),
                        part == null // with their process
                            ? given.get(workload)
                            : of.latest.workers(),
                        report)));
  }

  /** Whether its own judgement of a workload is that the harness was the limit. */
  boolean harnessLimited(String workload) {
    return finalReport
        .flatMap(each -> Optional.ofNullable(each.workloads().get(workload)))
        .map(each -> each.verdict() == Verdict.Kind.HARNESS_LIMITED)
        .orElse(false);
  }
}
