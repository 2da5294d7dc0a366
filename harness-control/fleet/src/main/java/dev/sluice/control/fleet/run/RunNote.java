package dev.sluice.control.fleet.run;

import dev.sluice.control.format.Json;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * What agents keep for a controller that follows: what is played, and how far it is.
 *
 * @param task the text of what agents play
 * @param scenario all of the scenario, for the reader of scenarios; empty if a secret is written
 *     out in it
 * @param environment what it uses of the environment; secrets are empty
 * @param set which of its sets of workloads is under way
 * @param step the number of the step that is under way, from 0; that of all if there is none
 * @param stepNanos since when it is, by the fleet's clock
 */
public record RunNote(
    String task,
    String scenario,
    Map<String, String> environment,
    int set,
    int step,
    long stepNanos) {

  private static final String TASK = "task";
  private static final String SCENARIO = "scenario";
  private static final String ENVIRONMENT = "environment";
  private static final String SET = "set";
  private static final String STEP = "step";
  private static final String STEP_NANOS = "stepNanos";
  private static final String RUN = "run";

  /** What belongs to the process of one controller. */
  private static final List<String> OF_ONE_PROCESS = List.of("out", "control", "page", "metrics");

  public RunNote {
    environment = Map.copyOf(environment);
  }

  /** That of a run of some workloads which has no task yet. */
  static RunNote of(Scenario scenario, int set, PlanText.Travelling plan) {
    Section document = scenario.document();
    Json all = new Json();
    for (Map.Entry<String, Value> each : document.entries()) {
      Object value = json(each.getValue(), plan.moved());
      if (each.getKey().equals(RUN) && value instanceof Map<?, ?> run) {
        OF_ONE_PROCESS.forEach(run::remove);
      }
      all.put(each.getKey(), value);
    }
    String text = all.toString();
    String told = document.scope().tellsSecret(text) ? "" : text;
    return new RunNote("", told, document.scope().environmentIn(text), set, 0, 0);
  }

  private static Object json(Value value, Map<String, String> moved) {
    if (value instanceof Value.Text text) {
      return moved.getOrDefault(text.path(), text.text());
    }
    if (value instanceof Value.Items items) {
      return items.values().stream().map(each -> json(each, moved)).toList();
    }
    Map<String, Object> below = new LinkedHashMap<>();
    ((Value.Fields) value).values().forEach((name, each) -> below.put(name, json(each, moved)));
    return below;
  }

  RunNote ofTask(String text) {
    return new RunNote(text, scenario, environment, set, step, stepNanos);
  }

  RunNote at(int reached, long fleetNanos) {
    return new RunNote(task, scenario, environment, set, reached, fleetNanos);
  }

  String text() {
    return new Json()
        .put(TASK, task)
        .put(SCENARIO, scenario)
        .put(ENVIRONMENT, environment)
        .put(SET, set)
        .put(STEP, step)
        .put(STEP_NANOS, stepNanos)
        .toString();
  }

  /**
   * The reverse.
   *
   * @throws JSONException if the text is not one
   */
  static RunNote parse(String text) {
    JSONObject json = new JSONObject(text);
    Map<String, String> environment = new LinkedHashMap<>();
    json.getJSONObject(ENVIRONMENT)
        .toMap()
        .forEach((name, value) -> environment.put(name, value.toString()));
    return new RunNote(
        json.getString(TASK),
        json.getString(SCENARIO),
        environment,
        json.getInt(SET),
        json.getInt(STEP),
        json.getLong(STEP_NANOS));
  }
}
