package dev.sluice.control.fleet.run;

import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.result.Connections.Reconnects;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.result.Verdict.Interruption;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Unfinished;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What one agent has told of a run: its intervals, added up in the order in which it made them, and
 * its final report, if it came to make one. Guarded by its owner.
 */
final class AgentTotals {

  private final String agent;
  private final String host;
  private final Map<String, Integer> given;
  private IntervalTotals told = IntervalTotals.NOTHING;
  private Optional<RecordedInterval> last = Optional.empty();
  private Optional<FinalReport> finalReport = Optional.empty();
  private boolean gone;
  private final Map<String, Double> departed = new HashMap<>(); // iterations by workload

  /**
   * @param host the name of its host; empty if it is not known
   * @param given how many workers of each workload it is to have
   */
  AgentTotals(String agent, String host, Map<String, Integer> given) {
    this.agent = agent;
    this.host = host;
    this.given = Map.copyOf(given);
  }

  /**
   * What it told of one workload.
   *
   * @param measured what was measured, added up
   * @param before what was unfinished when that began
   * @param whole the account of all its work
   * @param ofAgent its own judgement; empty if it did not come to make one
   */
  record OfWorkload(
      Snapshot.Workload measured,
      Unfinished before,
      Account whole,
      Interruption interruption,
      Map<String, Long> errorsByCause,
      Reconnects reconnects,
      int workersLost,
      Optional<FinalReport.Workload> ofAgent) {}

  String agent() {
    return agent;
  }

  String host() {
    return host;
  }

  void add(RecordedInterval interval) {
    told = told.then(interval);
    last = Optional.of(interval);
  }

  /**
   * Takes a sum of all its intervals so far.
   *
   * @return whether some of them had not been told
   */
  boolean add(IntervalTotals sum) {
    boolean news = sum.number() > told.number();
    if (news) {
      told = sum;
      last = sum.last();
    }
    return news;
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

  /** It departed, and so many iterations were due at its places, as far as its controller knew. */
  void departed(Map<String, Double> iterations) {
    iterations.forEach((workload, each) -> departed.merge(workload, each, Double::sum));
  }

  /** Iterations of its share that nobody did, by its own account if it made one. */
  double unassigned(String workload) {
    return finalReport.map(FinalReport::unassigned).orElse(departed).getOrDefault(workload, 0.0);
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
    return IntervalTotals.nanos(told.measured());
  }

  long warmupNanos() {
    return IntervalTotals.nanos(told.warmup());
  }

  long cpuNanos() {
    return finalReport.map(FinalReport::cpuNanos).orElse(coreNanos());
  }

  private long coreNanos() {
    return (long) (told.measured().map(RecordedInterval::cpuCores).orElse(0.0) * measuredNanos());
  }

  /** What it told of a workload; that of nothing if it has a part in it and told nothing. */
  Optional<OfWorkload> of(String workload) {
    Optional<Snapshot.Workload> warm = IntervalTotals.named(told.warmup(), workload);
    Optional<Snapshot.Workload> counted = IntervalTotals.named(told.measured(), workload);
    Optional<FinalReport.Workload> report =
        finalReport.flatMap(each -> Optional.ofNullable(each.workloads().get(workload)));
    boolean toldOf = warm.isPresent() || counted.isPresent();
    if (!toldOf && report.isEmpty() && !given.containsKey(workload)) {
      return Optional.empty();
    }
    Snapshot.Workload before =
        warm.map(Snapshot.Workload::unmeasured)
            .orElseGet(() -> Snapshot.Workload.starting(workload, 0, 0));
    Snapshot.Workload measured = counted.map(before::then).orElse(before);
    long lostNanos = measured.connections().lostNanos() - before.connections().lostNanos();
    int mostLost = told.mostLost().getOrDefault(workload, 0);
    Interruption interruption =
        new Interruption(
            Math.min(measuredNanos(), Math.max(0, lostNanos)),
            measuredNanos(),
            mostLost,
            Math.max(told.mostWorkers().getOrDefault(workload, 0), mostLost));
    Counts counts =
        Stream.concat(warm.stream(), counted.stream())
            .map(each -> each.measures().counts())
            .reduce(Counts.ZERO, Counts::plus);
    return Optional.of(
        new OfWorkload(
            measured,
            before.unfinished(),
            report
                .map(each -> Account.of(each.whole(), each.unfinished()))
                .orElseGet(() -> Account.of(counts, measured.unfinished())),
            interruption,
            report.map(FinalReport.Workload::errorsByCause).orElse(measured.errorsByCause()),
            report
                .map(FinalReport.Workload::reconnects)
                .orElse(new Reconnects(measured.connections().reconnects(), 0, 0, 0)),
            report
                .map(FinalReport.Workload::workersLost)
                .orElseGet(() -> toldOf ? measured.workers() : given.get(workload)), // all of them
            report));
  }

  /** Whether its own judgement of a workload is that the harness was the limit. */
  boolean harnessLimited(String workload) {
    return finalReport
        .flatMap(each -> Optional.ofNullable(each.workloads().get(workload)))
        .map(each -> each.verdict() == Verdict.Kind.HARNESS_LIMITED)
        .orElse(false);
  }
}
