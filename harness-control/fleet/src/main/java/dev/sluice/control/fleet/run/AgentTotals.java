package dev.sluice.control.fleet.run;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Totals;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.Window;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one agent has told of a run: its intervals, added up in the order in which it made them, and
 * its own summary, if it came to make one. Guarded by its owner.
 */
final class AgentTotals {

  private static final Verdict NONE = new Verdict(Verdict.Kind.UNLIMITED, "", List.of());

  private final String agent;
  private final String host;
  private final Map<String, Integer> given;
  private Totals told = Totals.NOTHING;
  private Optional<Snapshot> last = Optional.empty();
  private Optional<Report> report = Optional.empty();
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
   * The last figures of an agent, as they travel.
   *
   * @param summary of its part of the run
   * @param unassigned iterations that fell due while it had no lease, by workload
   */
  public record Report(Summary summary, Map<String, Double> unassigned) {

    private Optional<Summary.Workload> of(String workload) {
      return summary.workloads().stream().filter(each -> each.name().equals(workload)).findFirst();
    }
  }

  /**
   * What it told of one workload.
   *
   * @param outcome its own summary; what is known from its intervals if it did not come to make one
   */
  record OfWorkload(Totals.OfWorkload intervals, Summary.Workload outcome) {}

  String agent() {
    return agent;
  }

  String host() {
    return host;
  }

  void add(Snapshot interval) {
    told = told.then(interval);
    last = Optional.of(interval);
  }

  /**
   * Takes a sum of all its intervals so far.
   *
   * @return whether some of them had not been told
   */
  boolean add(Totals sum) {
    boolean news = sum.number() > told.number();
    if (news) {
      told = sum;
      last = sum.last();
    }
    return news;
  }

  void add(Report figures) {
    report = Optional.of(figures);
  }

  /** Nothing more is expected of it, though it did not come to its end; or it is again. */
  void gone(boolean isGone) {
    gone = isGone && report.isEmpty();
  }

  boolean isGone() {
    return gone;
  }

  /** It departed, and so many iterations were due at its places, as far as its controller knew. */
  void departed(Map<String, Double> iterations) {
    iterations.forEach((workload, each) -> departed.merge(workload, each, Double::sum));
  }

  /** Iterations of its share that nobody did, by its own account if it made one. */
  double unassigned(String workload) {
    return report.map(Report::unassigned).orElse(departed).getOrDefault(workload, 0.0);
  }

  /** Whether no figure of it has come. */
  boolean toldNothing() {
    return last.isEmpty() && report.isEmpty();
  }

  /** Its own summary, if it came to make one. */
  Optional<Summary> summary() {
    return report.map(Report::summary);
  }

  /** The last interval it told of. */
  Optional<Snapshot> last() {
    return last;
  }

  long measuredNanos() {
    return told.measuredNanos();
  }

  long warmupNanos() {
    return told.warmupNanos();
  }

  long cpuNanos() {
    return summary().map(each -> each.cpu().cpuNanos()).orElseGet(told::cpuNanos);
  }

  /** What it told of a workload; that of nothing if it has a part in it and told nothing. */
  Optional<OfWorkload> of(String workload) {
    Optional<Summary.Workload> own = report.flatMap(each -> each.of(workload));
    boolean toldOf = told.has(workload);
    if (!toldOf && own.isEmpty() && !given.containsKey(workload)) {
      return Optional.empty();
    }
    Totals.OfWorkload intervals = told.of(workload);
    Window measured = intervals.sum();
    Summary.Workload known =
        new Summary.Workload(
            measured,
            intervals.whole(),
            new Reconnects(measured.end().connections().reconnects(), 0, 0, 0),
            toldOf ? measured.end().workers() : given.getOrDefault(workload, 0), // all of them
            NONE);
    return Optional.of(new OfWorkload(intervals, own.orElse(known)));
  }
}
