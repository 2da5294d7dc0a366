package dev.sluice.control.fleet.run;

import dev.sluice.core.result.Connections.Reconnects;
import dev.sluice.core.result.Shortfall;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.CpuUse;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.result.Verdict.Interruption;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Account;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Unfinished;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The summary of a run on several agents: all that they told, added up. Pure. */
final class FleetSummary {

  private final RunSpec spec;
  private final List<AgentTotals> agents;
  private final Map<String, Double> withheld;
  private final Map<String, Optional<DeliveryCounts>> deliveries;

  /**
   * @param agents those that had a part in it
   * @param withheld iterations of places that no agent was given, by workload
   * @param deliveries what the check over all agents found beside those of each, by workload
   */
  FleetSummary(
      RunSpec spec,
      Collection<AgentTotals> agents,
      Map<String, Double> withheld,
      Map<String, Optional<DeliveryCounts>> deliveries) {
    this.spec = spec;
    this.agents = List.copyOf(agents);
    this.withheld = Map.copyOf(withheld);
    this.deliveries = Map.copyOf(deliveries);
  }

  Summary of(Instant started, String endReason, List<Overflow> overflows, List<String> failures) {
    long measuredNanos = agents.stream().mapToLong(AgentTotals::measuredNanos).max().orElse(0);
    long warmupNanos = agents.stream().mapToLong(AgentTotals::warmupNanos).max().orElse(0);
    CpuUse cpu =
        new CpuUse(
            agents.stream().mapToLong(AgentTotals::cpuNanos).sum(), measuredNanos, processors());
    List<Overflow> all = new ArrayList<>(overflows);
    List<String> allFailures = new ArrayList<>(failures);
    for (AgentTotals agent : agents) {
      agent
          .finalReport()
          .ifPresent(
              report -> {
                String name = agent.agent();
                for (Overflow each : report.overflows()) {
                  all.add(new Overflow(name + " " + each.sink(), each.intervals(), each.events()));
                }
                report.failures().forEach(each -> allFailures.add(name + ": " + each));
              });
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

  /** Those of all hosts; agents on one host share them. */
  private int processors() {
    Map<String, Integer> byHost = new HashMap<>();
    for (AgentTotals agent : agents) {
      int own = agent.finalReport().map(FinalReport::processors).orElse(1);
      byHost.merge(agent.host().isEmpty() ? agent.agent() : agent.host(), own, Math::max);
    }
    return byHost.values().stream().mapToInt(Integer::intValue).sum();
  }

  private Summary.Workload workload(WorkloadSpec workload, long measuredNanos, CpuUse cpu) {
    List<AgentTotals.OfWorkload> parts =
        agents.stream().flatMap(each -> each.of(workload.name()).stream()).toList();
    Snapshot.Workload measured =
        parts.stream()
            .map(AgentTotals.OfWorkload::measured)
            .reduce(Snapshot.Workload::plus)
            .orElseGet(() -> Snapshot.Workload.starting(workload.name(), 0, 0));
    Unfinished before = sum(parts, AgentTotals.OfWorkload::before);
    Unfinished unfinished = measured.unfinished();
    Account whole =
        Account.of(
            parts.stream().map(each -> each.whole().counts()).reduce(Counts.ZERO, Counts::plus),
            sum(parts, each -> each.whole().after()));
    Map<String, Long> errors = new TreeMap<>();
    parts.forEach(
        each ->
            each.errorsByCause().forEach((cause, count) -> errors.merge(cause, count, Long::sum)));
    Verdict verdict =
        Verdict.of(
            new Verdict.Evidence(
                workload.pacing(),
                measured.measures(),
                Shortfall.of(measured.measures().counts(), before, unfinished)
                    .withNobodys(unassigned(workload.name())),
                slack(measured, measuredNanos, parts.size()),
                parts.stream()
                    .map(AgentTotals.OfWorkload::interruption)
                    .reduce(Interruption.NONE, FleetSummary::plus),
                errors,
                cpu,
                List.of())); // each agent tells its own on the time line
    return new Summary.Workload(
        workload.name(),
        measuredNanos,
        measured.measures(),
        Account.of(measured.measures().counts(), unfinished),
        whole,
        errors,
        parts.stream()
            .map(AgentTotals.OfWorkload::reconnects)
            .reduce(Reconnects.NONE, FleetSummary::plus),
        parts.stream().mapToInt(AgentTotals.OfWorkload::workersLost).sum(),
        Stream.concat(
                deliveries.getOrDefault(workload.name(), Optional.empty()).stream(),
                delivery(parts).stream())
            .reduce(DeliveryCounts::plus),
        measured.perWorker(),
        withAgents(workload.name(), verdict));
  }

  /** Iterations that nobody did, because an agent did not act or its places were withheld. */
  private double unassigned(String workload) {
    return withheld.getOrDefault(workload, 0.0)
        + agents.stream().mapToDouble(each -> each.unassigned(workload)).sum();
  }

  /** What is in flight on average at the end of a run, on each agent. */
  private static double slack(Snapshot.Workload measured, long measuredNanos, int agents) {
    return agents + measured.measures().inFlight(measuredNanos);
  }

  private static Unfinished sum(
      List<AgentTotals.OfWorkload> parts, Function<AgentTotals.OfWorkload, Unfinished> of) {
    return parts.stream().map(of).reduce(Unfinished.NOTHING, Unfinished::plus);
  }

  private static Optional<DeliveryCounts> delivery(List<AgentTotals.OfWorkload> parts) {
    return parts.stream()
        .flatMap(
            each ->
                each
                    .ofAgent()
                    .map(FinalReport.Workload::delivery)
                    .orElse(each.measured().delivery())
                    .stream())
        .reduce(DeliveryCounts::plus);
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
    List<String> limited =
        agents.stream()
            .filter(each -> each.harnessLimited(workload))
            .map(AgentTotals::agent)
            .toList();
    Map<Boolean, List<String>> gone =
        agents.stream()
            .filter(each -> each.isGone() && each.of(workload).isPresent())
            .collect(
                Collectors.partitioningBy(
                    AgentTotals::toldNothing,
                    Collectors.mapping(AgentTotals::agent, Collectors.toList())));
    StringBuilder text = new StringBuilder(verdict.explanation());
    if (!limited.isEmpty()) {
      text.append("; harness limited on ").append(String.join(", ", limited));
    }
    if (!gone.get(false).isEmpty()) {
      text.append("; without the last figures of ").append(String.join(", ", gone.get(false)));
    }
    if (!gone.get(true).isEmpty()) {
      text.append("; without any figures of ").append(String.join(", ", gone.get(true)));
    }
    return new Verdict(verdict.kind(), text.toString(), verdict.shares());
  }
}
