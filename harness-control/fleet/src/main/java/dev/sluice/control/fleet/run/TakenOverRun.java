package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.Task;
import dev.sluice.control.scenario.running.ScenarioRunner.Position;
import dev.sluice.core.run.TargetState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What another controller began, as agents still play it.
 *
 * @param note what it left for its successor
 * @param task what agents play
 * @param startNanos its common start, a reading of this process's clock
 * @param inStep how long the step has lasted that is under way
 * @param workloads by name
 */
public record TakenOverRun(
    RunNote note, Task task, long startNanos, Duration inStep, Map<String, Workload> workloads) {

  /**
   * One workload.
   *
   * @param target by this process's clock
   * @param workers how many each agent has, by member
   */
  public record Workload(TargetState target, Map<String, Integer> workers) {}

  /**
   * The workers of agents that were not heard, by agent and workload. An agent whose place another
   * one has taken is none of them.
   *
   * @param heard the names of those that were
   */
  Map<String, Map<String, Integer>> unheard(Set<String> heard) {
    Map<String, Map<String, Integer>> missing = new TreeMap<>();
    Map<String, Placement> placements = FleetTask.parse(note.task()).placements();
    workloads.forEach(
        (name, workload) -> {
          int left =
              workload.target().workers()
                  - workload.workers().values().stream().mapToInt(each -> each).sum();
          Placement placement = placements.getOrDefault(name, new Placement(0, List.of()));
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
    return hasSteps() ? note.scenario() : FleetTask.parse(note.task()).plan();
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
    return FleetTask.parse(note.task()).name();
  }
}
