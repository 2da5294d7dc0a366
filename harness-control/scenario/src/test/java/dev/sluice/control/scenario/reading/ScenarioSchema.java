package dev.sluice.control.scenario.reading;

import dev.sluice.control.format.Json;
import dev.sluice.control.scenario.model.OptionForm;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The form of scenario files as a JSON schema, so that editors complete keys and mark mistakes.
 * Made from the same vocabulary that files are read by. Pure.
 */
public final class ScenarioSchema {

  private static final String VARIABLE = "\\$\\{";

  private ScenarioSchema() {}

  /** The schema as text. */
  public static String text(Vocabulary vocabulary) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put(Scenario.DESCRIPTION, text("What the scenario is for."));
    keys.put(
        ScenarioReader.VARS,
        mapOf(scalar("A value, used as ${NAME}."), "Variables, used as ${NAME}."));
    keys.put(
        ScenarioReader.PROVIDERS,
        mapOf(provider(vocabulary), "Connections to brokers; without any, the embedded broker."));
    keys.put(ScenarioReader.WORKLOADS, mapOf(workload(vocabulary), "The workloads, by name."));
    keys.put(
        ScenarioReader.TARGETS,
        mapOf(plain(OutsideReader.TARGET_KEYS), "Other harness processes, by name."));
    keys.put(
        ScenarioReader.PROCESSES,
        mapOf(
            plain(OutsideReader.PROCESS_KEYS), "Commands that run beside the workloads, by name."));
    keys.put(
        ScenarioReader.RUN,
        group(options(vocabulary.runOptions())).put("description", "Settings of the run."));
    keys.put(
        ScenarioReader.OBJECTIVES,
        new Json()
            .put(
                "description",
                "Conditions that the run must meet: p99 < 20ms, or senders: p99 < 20ms.")
            .put("type", "array"));
    keys.put(
        ScenarioReader.ABORT,
        new Json()
            .put("description", "End as soon as an objective cannot be met any more.")
            .put("type", List.of("boolean", "string")));
    keys.put(
        ScenarioReader.HARNESS_SHARE,
        text("Judge no latency of which more than this is the harness's own lateness (50%)."));
    keys.put(
        ScenarioReader.OBSERVERS,
        mapOf(plain(observerKeys()), "What to observe beside the load, by name."));
    keys.put(ScenarioReader.SET_UP, new Json().put("$ref", "#/definitions/steps"));
    keys.put(ScenarioReader.STEPS, new Json().put("$ref", "#/definitions/steps"));
    keys.put(ScenarioReader.FINALLY, new Json().put("$ref", "#/definitions/steps"));
    keys.put(
        ScenarioReader.PUBLISHED,
        text("A CSV file with published figures, which are shown beside those of the steps."));
    Json schema =
        new Json()
            .put("$schema", "http://json-schema.org/draft-07/schema#")
            .put("title", "A scenario of Sluice")
            .put("type", "object")
            .put("required", List.of(ScenarioReader.WORKLOADS))
            .put("additionalProperties", false)
            .put("properties", keys)
            .put("definitions", Map.of("steps", steps()));
    return schema.pretty() + "\n";
  }

  private static Json workload(Vocabulary vocabulary) {
    List<Json> types = new ArrayList<>();
    for (String type : vocabulary.workloadTypes()) {
      Map<String, Object> keys = new LinkedHashMap<>();
      keys.put(WorkloadSets.TYPE, new Json().put("const", type));
      keys.put(WorkloadSets.PROVIDER, text("One of the providers; the first if omitted."));
      keys.put(WorkloadSets.AGENTS, agents());
      keys.putAll(options(vocabulary.workloadOptions(type)));
      types.add(
          new Json()
              .put(
                  "if",
                  new Json()
                      .put("properties", Map.of(WorkloadSets.TYPE, new Json().put("const", type)))
                      .put("required", List.of(WorkloadSets.TYPE)))
              .put("then", group(keys)));
    }
    return new Json()
        .put("type", "object")
        .put("required", List.of(WorkloadSets.TYPE))
        .put(
            "properties",
            Map.of(WorkloadSets.TYPE, new Json().put("enum", vocabulary.workloadTypes())))
        .put("allOf", types);
  }

  private static Json agents() {
    return new Json()
        .put(
            "description",
            "The agents of the fleet that it runs on: a number, all, a label, or both; see --fleet.")
        .put(
            "anyOf",
            List.of(
                new Json().put("type", List.of("string", "number")),
                plain(List.of(WorkloadSets.LABEL, WorkloadSets.COUNT))));
  }

  private static Json provider(Vocabulary vocabulary) {
    Map<String, Object> keys = new LinkedHashMap<>();
    keys.put(ScenarioReader.TYPE, new Json().put("enum", vocabulary.providerTypes("")));
    keys.putAll(options(vocabulary.providerOptions("")));
    return group(keys).put("required", List.of(ScenarioReader.TYPE));
  }

  private static Map<String, Object> options(Map<String, OptionForm> forms) {
    Map<String, Object> keys = new LinkedHashMap<>();
    forms.forEach((key, form) -> keys.put(key, option(form)));
    return keys;
  }

  private static Json option(OptionForm form) {
    Json value =
        form.choices().isEmpty()
            ? scalar(form.description())
            : new Json()
                .put("description", form.description())
                .put(
                    "anyOf",
                    List.of(
                        new Json().put("enum", form.choices()),
                        new Json().put("type", "string").put("pattern", VARIABLE)));
    return form.arity() == OptionForm.Arity.LIST
        ? new Json()
            .put("description", form.description())
            .put("type", List.of("array", "string", "number"))
        : value;
  }

  private static Json steps() {
    List<Json> verbs = new ArrayList<>();
    verbs.add(new Json().put("enum", List.of(StepVerb.PAUSE.word(), StepVerb.RESUME.word())));
    for (StepVerb verb : StepVerb.values()) {
      Map<String, Object> keys = new LinkedHashMap<>();
      keys.put(verb.word(), new Json().put("description", verb.description()));
      for (String key : verb.keys()) {
        keys.put(
            key,
            key.equals(LoopReader.DO) || key.equals(LoopReader.SET_UP)
                ? new Json().put("$ref", "#/definitions/steps")
                : new Json());
      }
      verbs.add(group(keys).put("required", List.of(verb.word())));
    }
    return new Json().put("type", "array").put("items", new Json().put("anyOf", verbs));
  }

  private static List<String> observerKeys() {
    List<String> keys = new ArrayList<>(OutsideReader.OBSERVER_KINDS);
    OutsideReader.OBSERVER_KINDS.forEach(
        kind -> keys.addAll(OutsideReader.observerKeysBeside(kind)));
    keys.add(OutsideReader.PART_OF);
    return keys;
  }

  private static Json plain(Collection<String> names) {
    Map<String, Object> keys = new LinkedHashMap<>();
    names.forEach(name -> keys.put(name, new Json()));
    return group(keys);
  }

  private static Json group(Map<String, Object> keys) {
    return new Json()
        .put("type", "object")
        .put("additionalProperties", false)
        .put("properties", keys);
  }

  private static Json mapOf(Json value, String description) {
    return new Json()
        .put("description", description)
        .put("type", "object")
        .put("additionalProperties", value);
  }

  private static Json text(String description) {
    return new Json().put("description", description).put("type", "string");
  }

  private static Json scalar(String description) {
    return new Json()
        .put("description", description)
        .put("type", List.of("string", "number", "boolean"));
  }
}
