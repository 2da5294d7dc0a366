package dev.sluice.control.fleet.run;

import dev.sluice.control.scenario.model.AgentSelection;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunSpec;
import java.util.List;
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
    return new FleetRun(this, scenario, set, spec, notes, sinks);
  }

  /** Those after the first. */
  public FleetRuns next() {
    return new FleetRuns(fleet, agents, vocabulary, Optional.empty(), refusals);
  }

  /** The workload that names agents, if there is one: that has a meaning in a fleet only. */
  public static Optional<Scenario.WorkloadPlan> namingAgents(Scenario scenario) {
    return scenario.workloadSets().stream()
        .flatMap(List::stream)
        .filter(each -> each.agents().isPresent())
        .findFirst();
  }
}
