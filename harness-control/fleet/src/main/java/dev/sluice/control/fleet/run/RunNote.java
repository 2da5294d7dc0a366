package dev.sluice.control.fleet.run;

import dev.sluice.control.format.Json;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import java.util.List;
import java.util.Map;

/**
 * What agents keep for a controller that follows, beside the task that they play.
 *
 * @param scenario all of the scenario, for the reader of scenarios; empty if a secret is written
 *     out in it
 * @param environment what it uses of the environment; secrets are empty
 * @param set which of its sets of workloads is under way
 * @param step the number of the step that is under way, from 0; that of all if there is none
 * @param stepNanos since when it is, by the fleet's clock
 */
public record RunNote(
    String scenario, Map<String, String> environment, int set, int step, long stepNanos) {

  private static final String RUN = "run";

  /** What belongs to the process of one controller. */
  private static final List<String> OF_ONE_PROCESS = List.of("out", "control", "page", "metrics");

  public RunNote {
    environment = Map.copyOf(environment);
  }

  /** That of a run of some workloads which has not begun. */
  static RunNote of(Scenario scenario, int set, PlanText.Travelling plan) {
    Section document = scenario.document();
    Json all = new Json();
    for (Map.Entry<String, Value> each : document.entries()) {
      Object value =
          PlanText.json(
              each.getKey(),
              each.getValue(),
              (key, text) -> plan.moved().getOrDefault(text.path(), text.text()));
      if (each.getKey().equals(RUN) && value instanceof Map<?, ?> run) {
        OF_ONE_PROCESS.forEach(run::remove);
      }
      all.put(each.getKey(), value);
    }
    String text = all.toString();
    String told = document.scope().tellsSecret(text) ? "" : text;
    return new RunNote(told, document.scope().environmentIn(text), set, 0, 0);
  }

  RunNote at(int reached, long fleetNanos) {
    return new RunNote(scenario, environment, set, reached, fleetNanos);
  }
}
