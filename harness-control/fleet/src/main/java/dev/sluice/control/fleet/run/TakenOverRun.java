package dev.sluice.control.fleet.run;

import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.Controller.TakeOver;
import dev.sluice.control.fleet.run.FleetTask.Placement;
import dev.sluice.control.scenario.running.ScenarioRunner.Position;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A run that another controller began, as agents still play it.
 *
 * @param task what agents play
 * @param files those that it names
 * @param state how that stands
 * @param step the number of the step that is under way
 * @param inStep how long it has lasted
 */
public record TakenOverRun(
    FleetTask task, Map<String, Content> files, TakeOver state, int step, Duration inStep) {

  /**
   * The workers of agents that were not heard, by agent and workload. An agent whose place another
   * one has taken is none of them.
   *
   * @param heard the names of those that were
   */
  Map<String, Map<String, Integer>> unheard(Set<String> heard) {
    Map<String, Map<String, Integer>> missing = new TreeMap<>();
    state
        .workloads()
        .forEach(
            (name, workload) -> {
              int left =
                  workload.target().workers()
                      - workload.workers().values().stream().mapToInt(each -> each).sum();
              Placement placement = task.placement(name);
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
    return hasSteps() ? task.scenario() : task.plan();
  }

  /** Where the other controller was. */
  public Position position() {
    return hasSteps() ? new Position(task.set(), step, inStep) : new Position(0, 0, Duration.ZERO);
  }

  private boolean hasSteps() {
    return !task.scenario().isEmpty();
  }
}
