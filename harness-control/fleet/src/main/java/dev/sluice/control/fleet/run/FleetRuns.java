package dev.sluice.control.fleet.run;

import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.watch.CpuMeter;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Makes the runs of a scenario whose workers are on the agents of a fleet.
 *
 * @param fleet one run after another
 * @param agents where workloads run that do not say it themselves
 * @param vocabulary what can be said in a scenario
 * @param inherited what another controller began of its first run, if one did
 * @param refusals who was refused, and why, in single lines
 */
public record FleetRuns(
    Fleet fleet,
    AgentSelection agents,
    Vocabulary vocabulary,
    Optional<TakenOverRun> inherited,
    Supplier<List<String>> refusals) {

  /**
   * The run of a set of workloads.
   *
   * @param spec of all workers
   * @param notes is told which files travel, in single lines
   * @param sinks learn how the run goes
   */
  public RunExecution run(
      Scenario scenario, int set, RunSpec spec, Consumer<String> notes, List<Sink> sinks) {
    List<Scenario.Workload> workloads = scenario.workloadSets().get(set);
    PlanText.Travelling plan = PlanText.of(scenario, workloads, vocabulary, spec);
    if (inherited.isEmpty()) {
      plan.notes().forEach(notes);
    }
    Map<String, AgentSelection> selections = new HashMap<>();
    workloads.forEach(each -> selections.put(each.name(), each.agents().orElse(agents)));
    return new FleetRun(
        new FleetRun.Plan(
            scenario.name(), spec, plan, RunNote.of(scenario, set, plan), selections, inherited),
        fleet,
        InstantSource.system(),
        CpuMeter.ofThisProcess(),
        sinks);
  }

  /** Those after the first. */
  public FleetRuns next() {
    return new FleetRuns(fleet, agents, vocabulary, Optional.empty(), refusals);
  }

  /** The workload that names agents, if there is one: that has a meaning in a fleet only. */
  public static Optional<Scenario.Workload> namingAgents(Scenario scenario) {
    return scenario.workloadSets().stream()
        .flatMap(List::stream)
        .filter(each -> each.agents().isPresent())
        .findFirst();
  }
}
