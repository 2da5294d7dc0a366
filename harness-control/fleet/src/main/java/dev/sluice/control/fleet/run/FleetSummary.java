package dev.sluice.control.fleet.run;

import dev.sluice.core.result.Shortfall;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.CpuUse;
import dev.sluice.core.result.Summary.Overflow;
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
 * The summary of a run on several agents: all that they told, added up. Pure.
 *
 * @param agents those that had a part in it
 * @param withheld iterations of places that no agent was given, by workload
 * @param deliveries what the check over all agents found beside those of each, by workload
 */
record FleetSummary(
    RunSpec spec,
    List<AgentTotals> agents,
    Map<String, Double> withheld,
    Map<String, Optional<DeliveryCounts>> deliveries) {

  Summary of(Instant started, String endReason, List<Overflow> overflows, List<String> failures) {
    long measuredNanos = agents.stream().mapToLong(AgentTotals::measuredNanos).max().orElse(0);
    long warmupNanos = agents.stream().mapToLong(AgentTotals::warmupNanos).max().orElse(0);
    long cpuNanos = agents.stream().mapToLong(AgentTotals::cpuNanos).sum();
    CpuUse cpu = new CpuUse(cpuNanos, measuredNanos, processors());
    List<Overflow> all = new ArrayList<>(overflows);
    List<String> allFailures = new ArrayList<>(failures);
    for (AgentTotals agent : agents) {
      agent.summary().ifPresent(each -> add(agent.agent(), each, all, allFailures));
    }
    return new Summary(
        spec.id(),
        started,
        measuredNanos,
        warmupNanos,
        cpu,
        spec.workloads().stream().map(each -> workload(each, measuredNanos, cpu)).toList(),
        endReason,
        all,
        allFailures);
  }

  private static void add(
      String agent, Summary of, List<Overflow> overflows, List<String> failures) {
    for (Overflow each : of.overflows()) {
      overflows.add(new Overflow(agent + " " + each.sink(), each.intervals(), each.events()));
    }
    of.failures().forEach(each -> failures.add(agent + ": " + each));
  }

  /** Those of all hosts; agents on one host share them. */
  private int processors() {
    Map<String, Integer> byHost = new HashMap<>();
    for (AgentTotals agent : agents) {
      int own = agent.summary().map(each -> each.cpu().processors()).orElse(1);
      byHost.merge(agent.host().isEmpty() ? agent.agent() : agent.host(), own, Math::max);
    }
    return byHost.values().stream().mapToInt(Integer::intValue).sum();
  }

  private Summary.Workload workload(WorkloadSpec workload, long measuredNanos, CpuUse cpu) {
    String name = workload.name();
    List<AgentTotals.OfWorkload> parts =
        agents.stream().flatMap(each -> each.of(name).stream()).toList();
    Window measured =
        sum(parts, each -> each.intervals().sum(), Window.none(name), Window::plus)
            .lasting(measuredNanos);
    Window whole =
        sum(parts, each -> each.outcome().whole(), Window.none(name), Window::plus)
            .alsoFound(deliveries.getOrDefault(name, Optional.empty()));
    Unfinished before =
        sum(
            parts,
            each -> each.intervals().before().unfinished(),
            Unfinished.NOTHING,
            Unfinished::plus);
    Verdict verdict =
        Verdict.of(
            new Verdict.Evidence(
                workload.pacing(),
                measured,
                Shortfall.of(measured, before).withNobodys(unassigned(name)),
                parts.size() + measured.inFlight(), // on each agent some in the end
                sum(
                    parts,
                    each -> each.intervals().interruption(),
                    Interruption.NONE,
                    FleetSummary::plus),
                whole.end().errorsByCause(),
                cpu,
                List.of())); // each agent tells its own on the time line
    return new Summary.Workload(
        measured,
        whole,
        sum(parts, each -> each.outcome().reconnects(), Reconnects.NONE, FleetSummary::plus),
        sum(parts, each -> each.outcome().workersLost(), 0, Integer::sum),
        withAgents(name, verdict));
  }

  private static <T> T sum(
      List<AgentTotals.OfWorkload> parts,
      Function<AgentTotals.OfWorkload, T> of,
      T none,
      BinaryOperator<T> plus) {
    return parts.stream().map(of).reduce(none, plus);
  }

  /** Iterations that nobody did, because an agent did not act or its places were withheld. */
  private double unassigned(String workload) {
    return withheld.getOrDefault(workload, 0.0)
        + agents.stream().mapToDouble(each -> each.unassigned(workload)).sum();
  }

  private static Interruption plus(Interruption one, Interruption other) {
    return new Interruption(
        Math.max(one.lostNanos(), other.lostNanos()),
        Math.max(one.ofNanos(), other.ofNanos()),
        one.workers() + other.workers(),
        one.ofWorkers() + other.ofWorkers());
  }

  /** The median of a sum is not known; it is not more than the largest one. */
  private static Reconnects plus(Reconnects one, Reconnects other) {
    return new Reconnects(
        one.count() + other.count(),
        Math.max(one.p50Nanos(), other.p50Nanos()),
        Math.max(one.maxNanos(), other.maxNanos()),
        one.notBack() + other.notBack());
  }

  /** Says which agents a verdict is about. */
  private Verdict withAgents(String workload, Verdict verdict) {
    Predicate<AgentTotals> gone = each -> each.isGone() && each.of(workload).isPresent();
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
        agents.stream().filter(which).map(AgentTotals::agent).collect(Collectors.joining(", "));
    return names.isEmpty() ? "" : what + names;
  }
}
