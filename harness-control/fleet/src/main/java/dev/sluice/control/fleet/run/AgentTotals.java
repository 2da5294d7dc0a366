package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.codec.MessageCodec.MalformedMessage;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.result.CpuUse;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Shortfall;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.result.Totals;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.result.Verdict.Interruption;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What one agent has told of a run: its intervals, added up in the order in which it made them, and
 * its own summary, if it came to make one. {@link All} adds up those of all agents. Guarded by its
 * owner.
 */
final class AgentTotals {

  private static final double MOST_CORES = 1 << 20;
  private static final double MOST = 1L << 60;
  private static final Verdict NONE = Verdict.none("");

  final String agent;
  private final String host;
  private final Map<String, Integer> given;
  private Totals told = Totals.NOTHING;
  private Optional<Summary> summary = Optional.empty(); // of its part of the run
  private boolean expected;
  private boolean gone;

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
   * @param outcome its own summary; what is known from its intervals if it did not come to make one
   */
  record OfWorkload(Totals.OfWorkload intervals, Summary.Workload outcome) {}

  /**
   * Takes the interval that follows.
   *
   * @throws MalformedMessage if its figures cannot be
   */
  void add(Snapshot interval) {
    require(interval, told.last());
    expected |= told.number() == 0;
    told = told.then(interval);
  }

  /** Nothing is below 0 or without a limit, and the account goes on from what was unfinished. */
  private static void require(Snapshot interval, Optional<Snapshot> before) {
    requireBetween((double) interval.lengthNanos(), MOST);
    requireBetween((double) interval.cpu().elapsedNanos(), MOST);
    requireBetween(interval.cpuCores(), MOST_CORES);
    requireBetween((double) interval.cpu().processors(), MOST_CORES);
    for (Window each : interval.workloads()) {
      requireBetween(each.asked(), MOST);
      requireBetween(each.end().targetNowPerSecond(), MOST);
      requireBetween((double) each.unfinished().inFlight(), MOST);
      requireBetween((double) each.unfinished().overdue(), MOST);
      long left =
          before.flatMap(all -> all.of(each.name())).map(of -> of.unfinished().total()).orElse(0L);
      if (each.unfinishedBefore() != left) {
        throw new MalformedMessage(
            "%,d iterations of %s were unfinished, and it goes on from %,d"
                .formatted(left, each.name(), each.unfinishedBefore()));
      }
    }
  }

  private static void requireBetween(double figure, double most) {
    if (!(figure >= 0 && figure <= most)) {
      throw new MalformedMessage("a figure of " + figure);
    }
  }

  /**
   * Takes a sum of all its intervals so far.
   *
   * @return whether some of them had not been told
   * @throws MalformedMessage if its figures cannot be
   */
  boolean add(Totals sum) {
    sum.warmup().ifPresent(each -> require(each, Optional.empty()));
    sum.measured().ifPresent(each -> require(each, sum.warmup()));
    boolean news = sum.number() > told.number();
    told = news ? sum : told;
    return news;
  }

  /**
   * Takes its last figures.
   *
   * @throws MalformedMessage if they cannot be
   */
  void add(Summary figures) {
    for (Summary.Workload each : figures.workloads()) {
      if (each.whole().unfinishedBefore() != 0) {
        throw new MalformedMessage("the account of " + each.name() + " does not close");
      }
    }
    requireBetween((double) figures.cpu().cpuNanos(), MOST);
    summary = Optional.of(figures);
  }

  /** It plays, so that its intervals are waited for; or it does not, though some may come. */
  void expect(boolean isExpected) {
    expected = isExpected;
  }

  boolean isExpected() {
    return expected && !gone && summary.isEmpty();
  }

  /** Nothing more is expected of it, though it did not come to its end; or it is again. */
  void gone(boolean isGone) {
    gone = isGone && summary.isEmpty();
  }

  boolean isGone() {
    return gone;
  }

  /** Whether no figure of it has come. */
  private boolean toldNothing() {
    return told.number() == 0 && summary.isEmpty();
  }

  /** Its own summary, if it came to make one. */
  Optional<Summary> summary() {
    return summary;
  }

  /** Its intervals so far, added up. */
  Totals told() {
    return told;
  }

  /** What it told of a workload; that of nothing if it has a part in it and told nothing. */
  Optional<OfWorkload> of(String workload) {
    Optional<Summary.Workload> own =
        summary.stream()
            .flatMap(each -> each.workloads().stream())
            .filter(each -> each.name().equals(workload))
            .findFirst();
    boolean toldOf = told.has(workload);
    if (!toldOf && own.isEmpty() && !given.containsKey(workload)) {
      return Optional.empty();
    }
    Totals.OfWorkload intervals = told.of(workload);
    Window measured = intervals.sum();
    Summary.Workload known =
        new Summary.Workload(
            measured,
            intervals.missing(),
            intervals.whole(),
            new Reconnects(measured.end().connections().reconnects(), 0, 0, 0),
            toldOf ? measured.end().workers() : given.getOrDefault(workload, 0), // all of them
            NONE);
    return Optional.of(new OfWorkload(intervals, own.orElse(known)));
  }

  /** What agents used together in a time; those on one host share its processors. */
  static CpuUse cpu(Map<AgentTotals, CpuUse> used, long elapsedNanos) {
    Map<String, Integer> byHost = new HashMap<>();
    used.forEach(
        (each, own) ->
            byHost.merge(
                each.host.isEmpty() ? each.agent : each.host, own.processors(), Math::max));
    return new CpuUse(
        used.values().stream().mapToLong(CpuUse::cpuNanos).sum(),
        elapsedNanos,
        byHost.values().stream().mapToInt(Integer::intValue).sum());
  }

  /**
   * All agents that had a part in a run; their summary is all that they told, added up.
   *
   * @param asked how many iterations the plan asked of all, by workload
   * @param deliveries what the check over all agents found beside those of each, by workload
   * @param hindrances what kept agents from working
   */
  record All(
      RunSpec spec,
      List<AgentTotals> agents,
      Map<String, Double> asked,
      Map<String, Optional<DeliveryCounts>> deliveries,
      List<Hindrance> hindrances) {

    Summary of(
        Instant started,
        RunBatches batches,
        String endReason,
        List<Overflow> overflows,
        Timeline timeline) {
      long measuredNanos =
          agents.stream().mapToLong(each -> each.told.measuredNanos()).max().orElse(0);
      long warmupNanos = agents.stream().mapToLong(each -> each.told.warmupNanos()).max().orElse(0);
      Map<AgentTotals, CpuUse> used = new HashMap<>();
      agents.forEach(
          each -> used.put(each, each.summary().map(Summary::cpu).orElseGet(each.told::cpu)));
      CpuUse cpu = cpu(used, measuredNanos);
      List<Overflow> all = new ArrayList<>(overflows);
      List<Summary.Workload> workloads =
          spec.workloads().stream()
              .map(each -> workload(each, warmupNanos, measuredNanos, cpu, timeline))
              .toList();
      List<String> allFailures = new ArrayList<>(timeline.failures());
      for (AgentTotals agent : agents) {
        agent.summary().ifPresent(each -> add(agent.agent, each, all, allFailures));
      }
      return new Summary(
          spec.id(),
          started,
          measuredNanos,
          warmupNanos,
          cpu,
          workloads,
          batches,
          endReason,
          all,
          allFailures);
    }

    private static void add(
        String agent, Summary of, List<Overflow> overflows, List<String> failures) {
      of.overflows().forEach(each -> overflows.add(each.of(agent)));
      of.failures().forEach(each -> failures.add(agent + ": " + each));
    }

    private Summary.Workload workload(
        WorkloadSpec workload,
        long warmupNanos,
        long measuredNanos,
        CpuUse cpu,
        Timeline timeline) {
      String name = workload.name();
      List<OfWorkload> parts = agents.stream().flatMap(each -> each.of(name).stream()).toList();
      Window measured =
          sum(parts, each -> each.intervals().sum(), Window.none(name), Window::plus)
              .lasting(measuredNanos);
      Window whole =
          sum(parts, each -> each.outcome().whole(), Window.none(name), Window::plus)
              .alsoFound(deliveries.getOrDefault(name, Optional.empty()));
      Window before =
          sum(parts, each -> each.intervals().before(), Window.none(name), Window::plus);
      Shortfall missing =
          timeline.conclude(
              "the shortfall of " + name,
              () ->
                  Shortfall.of(measured, before.unfinished())
                      .withNobodys(nobodys(workload, whole))
                      .by(cpu),
              why -> Shortfall.of(Window.none(name), Unfinished.NOTHING));
      Verdict verdict =
          timeline.conclude(
              "the verdict on " + name,
              () ->
                  Verdict.of(
                      new Verdict.Evidence(
                          workload.pacing(),
                          measured,
                          missing,
                          parts.size() + measured.inFlight(), // on each agent some in the end
                          sum(
                              parts,
                              each -> each.intervals().interruption(),
                              Interruption.NONE,
                              Interruption::plus),
                          measured.end().errorsByCauseSince(before.end()),
                          cpu,
                          hindrances.stream()
                              .filter(each -> each.isIn(warmupNanos, Long.MAX_VALUE))
                              .toList())),
              Verdict::none);
      return new Summary.Workload(
          measured,
          missing,
          whole,
          sum(parts, each -> each.outcome().reconnects(), Reconnects.NONE, Reconnects::plus),
          sum(parts, each -> each.outcome().workersLost(), 0, Integer::sum),
          withAgents(name, verdict));
    }

    private static <T> T sum(
        List<OfWorkload> parts, Function<OfWorkload, T> of, T none, BinaryOperator<T> plus) {
      return parts.stream().map(of).reduce(none, plus);
    }

    /**
     * What the plan asked for and no agent's figures have: nobody was to do it, or nobody knows who
     * did. The last iteration of a worker that ends after so many is asked for by then, or not.
     */
    private double nobodys(WorkloadSpec workload, Window whole) {
      double plan = asked.getOrDefault(workload.name(), 0.0);
      double most = workload.count() == 0 ? plan : (workload.count() - 1.0) * workload.workers();
      return Math.rint(Math.min(plan, most) - whole.asked());
    }

    /** Says which agents a verdict is about. */
    private Verdict withAgents(String workload, Verdict verdict) {
      Predicate<AgentTotals> gone = each -> each.gone && each.of(workload).isPresent();
      return new Verdict(
          verdict.kind(),
          verdict.explanation()
              + named(
                  "; harness limited on ",
                  each ->
                      each.of(workload)
                          .map(of -> of.outcome().verdict().kind() == Verdict.Kind.HARNESS_LIMITED)
                          .orElse(false))
              + named("; without the last figures of ", gone.and(each -> !each.toldNothing()))
              + named("; without any figures of ", gone.and(AgentTotals::toldNothing)),
          verdict.shares());
    }

    private String named(String what, Predicate<AgentTotals> which) {
      String names =
          agents.stream().filter(which).map(each -> each.agent).collect(Collectors.joining(", "));
      return names.isEmpty() ? "" : what + names;
    }
  }
}
