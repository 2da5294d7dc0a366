package dev.sluice.control.fleet.run;

import dev.sluice.control.format.Json;
import dev.sluice.control.format.TableDigest;
import dev.sluice.control.scenario.model.OptionForm;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.Value;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * A scenario's workloads as they travel to agents: a scenario of its own, with variables filled in,
 * and the files that it names. Passwords, tokens and key stores do not travel: agents find them in
 * files and variables of their own hosts. For one thread.
 */
public final class PlanText {

  /** What a path to a file that travelled begins with, where it is read. */
  static final String FOLDER_VARIABLE = "SLUICE_TASK_FOLDER";

  private static final int MAX_FILE_BYTES = 64 << 20;

  /** Names of options whose files stay where they are, or are written there. */
  private static final List<String> STAY = List.of("-store", "password", "token", "secret", "-log");

  private final Map<String, byte[]> files = new LinkedHashMap<>();
  private final Map<String, String> moved = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  private PlanText() {}

  /**
   * What travels.
   *
   * @param text a scenario
   * @param files contents by the names that the text has for them
   * @param moved how files that travel are named in the text, by the keys that lead there
   * @param notes for people, one line for each file that it names
   */
  public record Travelling(
      String text, Map<String, byte[]> files, Map<String, String> moved, List<String> notes) {}

  /**
   * That of one set of workloads.
   *
   * @param vocabulary says which keys name files
   * @param spec the settings of the run
   * @throws ScenarioException if a secret is written out in it, or a file cannot be read
   */
  public static Travelling of(
      Scenario scenario,
      List<Scenario.WorkloadPlan> workloads,
      Vocabulary vocabulary,
      RunSpec spec) {
    PlanText plan = new PlanText();
    Map<String, Object> providers = new LinkedHashMap<>();
    for (Scenario.Provider provider : scenario.providers()) {
      if (workloads.stream().anyMatch(each -> each.provider().equals(provider.name()))) {
        String classPath = provider.section().optional(Vocabulary.CLASS_PATH).orElse("");
        providers.put(
            provider.name(), plan.group(provider.section(), vocabulary.providerOptions(classPath)));
      }
    }
    Map<String, Object> texts = new LinkedHashMap<>();
    for (Scenario.WorkloadPlan workload : workloads) {
      Map<String, Object> keys =
          plan.group(
              workload.section(), vocabulary.workloadOptions(workload.section().text("type")));
      keys.remove("agents");
      keys.put("provider", workload.provider());
      texts.put(workload.name(), keys);
    }
    Map<String, Object> run = new LinkedHashMap<>();
    if (!spec.id().isEmpty()) {
      run.put("id", spec.id().replace("$", "$$"));
    }
    scenario.run().out().ifPresent(out -> run.put("out", out.toString().replace("$", "$$")));
    run.put("interval", nanos(spec.interval().toNanos()));
    run.put("warmup", nanos(spec.warmup().toNanos()));
    if (!spec.duration().isZero()) {
      run.put("duration", nanos(spec.duration().toNanos()));
    }
    run.put("stop-timeout", nanos(spec.stopTimeout().toNanos()));
    Json text = new Json();
    if (!providers.isEmpty()) {
      text.put("providers", providers);
    }
    text.put("workloads", texts).put("run", run);
    return new Travelling(text.toString(), plan.files, plan.moved, List.copyOf(plan.notes));
  }

  private static String nanos(long nanos) {
    return nanos == 0 ? "0" : nanos / 1_000_000 + "ms";
  }

  private Map<String, Object> group(Section section, Map<String, OptionForm> forms) {
    BiFunction<String, Value.Text, String> filled =
        (key, text) -> section.scope().fillForElsewhere(text, SecretRules.isSecret(key));
    Map<String, Object> keys = new LinkedHashMap<>();
    for (Map.Entry<String, Value> entry : section.entries()) {
      String key = entry.getKey();
      boolean isFile = forms.containsKey(key) && forms.get(key).namesFile();
      keys.put(
          key,
          isFile && entry.getValue() instanceof Value.Text text
              ? file(section, key, text)
              : json(key, entry.getValue(), filled));
    }
    return keys;
  }

  /**
   * A value as JSON has it.
   *
   * @param key under which it stands
   * @param filled what becomes of a text, by its key
   */
  static Object json(String key, Value value, BiFunction<String, Value.Text, String> filled) {
    if (value instanceof Value.Text text) {
      return filled.apply(key, text);
    }
    if (value instanceof Value.Items items) {
      return items.values().stream().map(each -> json(key, each, filled)).toList();
    }
    Map<String, Object> below = new LinkedHashMap<>();
    ((Value.Fields) value)
        .values()
        .forEach((name, each) -> below.put(name, json(name, each, filled)));
    return below;
  }

  private String file(Section section, String key, Value.Text value) {
    String named = section.scope().fill(value);
    boolean stays = STAY.stream().anyMatch(key::contains) || SecretRules.isSecret(key);
    Path path = stays || named.contains("://") ? null : Path.of(named);
    if (path == null || Files.isDirectory(path)) {
      if (!named.contains("://")) {
        notes.add(section.path() + "." + key + ": " + named + " stays on the host of each agent");
      }
      return section.scope().fillForElsewhere(value, false);
    }
    try {
      byte[] content = InputFile.bytes(path, MAX_FILE_BYTES);
      String name = (files.size() + 1) + "-" + path.getFileName();
      files.put(name, content);
      notes.add(
          "%s.%s: %s travels to the agents, %,d bytes, SHA-256 %s"
              .formatted(section.path(), key, named, content.length, TableDigest.sha256(content)));
      String there = "${" + FOLDER_VARIABLE + "}/" + name.replace("$", "$$");
      if (section.scope().loops().isEmpty() || value.text().equals(named)) {
        moved.put(value.path(), there); // where a loop names it, it is another one each time
      }
      return there;
    } catch (IOException e) {
      throw section.problem(
          key,
          Files.exists(path) ? path + " cannot be read" : path + " does not exist",
          "it travels to the agents, so it must be on this host");
    }
  }
}
