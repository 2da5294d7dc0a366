package dev.sluice.control.fleet.run;

import dev.sluice.control.format.RecordedInterval;
import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunSpec;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Makes the runs of a scenario whose workers are on the agents of a fleet.
 *
 * @param fleet one run after another
 * @param agents where workloads run that do not say it themselves
 * @param vocabulary what can be said in a scenario
 * @param inherited what another controller began of its first run, if one did
 */
public record FleetRuns(
    Fleet fleet, AgentSelection agents, Vocabulary vocabulary, Optional<Inheritance> inherited) {

  /** Workloads of these types check together what they receive, wherever it was sent. */
  private static final Set<String> ONE_ACCOUNT = Set.of("receive", "forward");

  /**
   * The run of a set of workloads.
   *
   * @param spec of all workers
   * @param notes is told which files travel, in single lines
   * @param byAgent takes each interval of each agent
   * @param sinks learn how the run goes
   */
  public RunExecution run(
      Scenario scenario,
      int set,
      RunSpec spec,
      Consumer<String> notes,
      BiConsumer<String, RecordedInterval> byAgent,
      List<Sink> sinks) {
    List<Scenario.Workload> workloads = scenario.workloadSets().get(set);
    PlanText.Travelling plan = PlanText.of(scenario, workloads, vocabulary, spec);
    plan.notes().forEach(notes);
    Map<String, AgentSelection> selections = new HashMap<>();
    workloads.forEach(each -> selections.put(each.name(), selection(each)));
    return new FleetRun(
        new FleetRun.Plan(scenario.name(), spec, plan, selections, inherited),
        fleet,
        InstantSource.system(),
        byAgent,
        sinks);
  }

  private AgentSelection selection(Scenario.Workload workload) {
    AgentSelection selection = workload.agents().orElse(agents);
    boolean oneAccount =
        ONE_ACCOUNT.contains(workload.section().text("type"))
            && workload.section().flag("verify", false);
    if (!oneAccount) {
      return selection;
    }
    if (selection.count().orElse(1) > 1) {
      throw workload
          .section()
          .problem(
              "agents",
              "receivers that verify must be on one agent, which sees what all of them receive",
              "write agents: 1, or leave verify out");
    }
    return selection.limitedTo("1");
  }

  /** The workload that names agents, if there is one: that has a meaning in a fleet only. */
  public static Optional<Scenario.Workload> namingAgents(Scenario scenario) {
    return scenario.workloadSets().stream()
        .flatMap(List::stream)
        .filter(each -> each.agents().isPresent())
        .findFirst();
  }
}
