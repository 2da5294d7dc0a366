package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.Controller.TakeOver;
import dev.sluice.control.fleet.protocol.Task;
import dev.sluice.control.fleet.run.FleetTask.Placement;
import dev.sluice.control.scenario.running.ScenarioRunner.Position;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A run that another controller began, as agents still play it.
 *
 * @param note what it left for its successor
 * @param task what agents play
 * @param state how that stands
 * @param inStep how long the step has lasted that is under way
 */
public record TakenOverRun(RunNote note, Task task, TakeOver state, Duration inStep) {

  /**
   * The workers of agents that were not heard, by agent and workload. An agent whose place another
   * one has taken is none of them.
   *
   * @param heard the names of those that were
   */
  Map<String, Map<String, Integer>> unheard(Set<String> heard) {
    Map<String, Map<String, Integer>> missing = new TreeMap<>();
    FleetTask played = FleetTask.parse(task.plan());
    state
        .workloads()
        .forEach(
            (name, workload) -> {
              int left =
                  workload.target().workers()
                      - workload.workers().values().stream().mapToInt(each -> each).sum();
              Placement placement = played.placement(name);
              for (String agent : placement.agents()) {
                int workers = Math.min(left, placement.workersOf(agent));
                if (workers > 0 && !heard.contains(agent)) {
                  missing.computeIfAbsent(agent, added -> new TreeMap<>()).put(name, workers);
                  left -= workers;
                }
              }
            });
    return missing;
  }

  /** The scenario; only the workloads that agents play if it was not to be told. */
  public String plan() {
    return hasSteps() ? note.scenario() : FleetTask.parse(task.plan()).plan();
  }

  /** The value of a variable of the environment, as it was for the other controller. */
  public Optional<String> variable(String name) {
    return Optional.ofNullable(note.environment().get(name));
  }

  /** Where the other controller was. */
  public Position position() {
    return hasSteps()
        ? new Position(note.set(), note.step(), inStep)
        : new Position(0, 0, Duration.ZERO);
  }

  private boolean hasSteps() {
    return !note.scenario().isEmpty();
  }

  /** The name of the scenario. */
  public String name() {
    return FleetTask.parse(task.plan()).name();
  }
}
