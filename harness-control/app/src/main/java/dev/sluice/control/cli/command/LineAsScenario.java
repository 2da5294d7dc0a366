package dev.sluice.control.cli.command;

import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.scenario.model.OptionForm;
import dev.sluice.control.scenario.model.Vocabulary;
import dev.sluice.control.scenario.yaml.YamlText;
import dev.sluice.jms.provider.ProviderTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/**
 * A command line that runs a workload, as the scenario that does the same: its options are the keys
 * of the workload, of its provider and of the run. For one thread.
 */
final class LineAsScenario {

  private static final String INDENT = "  ";
  private static final String PROVIDER = "--provider";

  private final ParseResult line;
  private final Vocabulary vocabulary;
  private final Set<String> given = new TreeSet<>();

  /**
   * @param line the command, parsed, with the options it was given
   * @param vocabulary what can be said in a scenario
   */
  LineAsScenario(ParseResult line, Vocabulary vocabulary) {
    this.line = line;
    this.vocabulary = vocabulary;
    line.commandSpec().options().stream()
        .filter(option -> line.hasMatchedOption(option.longestName()))
        .forEach(option -> given.add(option.longestName()));
  }

  /**
   * The text of the scenario.
   *
   * @param others options that are no part of it, and no reason to refuse
   * @throws ParameterException if an option was given that has no place in it
   */
  String text(Set<String> others) {
    Set<String> withoutKey = new TreeSet<>(given);
    withoutKey.removeAll(others);
    List<String> lines = scenario(withoutKey);
    if (!withoutKey.isEmpty()) {
      throw new ParameterException(
          line.commandSpec().commandLine(),
          "'" + withoutKey.iterator().next() + "' cannot be used with '--fleet'");
    }
    return String.join("\n", lines) + "\n";
  }

  /** The text of the scenario, with a remark on options that have no place in one. */
  List<String> lines() {
    Set<String> withoutKey = new TreeSet<>(given);
    List<String> text = scenario(withoutKey);
    if (!withoutKey.isEmpty()) {
      text.add(0, "# without " + String.join(", ", withoutKey) + ", which scenarios do not have");
    }
    return text;
  }

  /**
   * The lines of the scenario.
   *
   * @param unsaid options that it is to say; those that it says are taken out
   */
  private List<String> scenario(Set<String> unsaid) {
    WorkloadCommand command = (WorkloadCommand) line.commandSpec().userObject();
    String type = line.commandSpec().name();
    String provider =
        unsaid.remove(PROVIDER)
            ? line.matchedOption(PROVIDER).originalStringValues().get(0).toLowerCase(Locale.ROOT)
            : line.commandSpec().findOption(PROVIDER).defaultValueString();
    List<String> text = new ArrayList<>();
    text.add("providers:");
    text.addAll(group(provider, provider, vocabulary.providerOptions(classPath()), unsaid));
    text.add("workloads:");
    text.addAll(group(command.workloadName(), type, vocabulary.workloadOptions(type), unsaid));
    Map<String, String> run = keys(vocabulary.runOptions(), unsaid);
    if (!run.isEmpty()) {
      text.add("run:");
      run.forEach((key, value) -> text.add(INDENT + key + ": " + value));
    }
    return text;
  }

  private String classPath() {
    OptionSpec option = line.matchedOption(ProviderTypes.CLASS_PATH.name());
    return option == null ? "" : option.originalStringValues().get(0);
  }

  private List<String> group(
      String name, String type, Map<String, OptionForm> forms, Set<String> unsaid) {
    List<String> text = new ArrayList<>();
    text.add(INDENT + YamlText.of(name) + ":");
    text.add(INDENT + INDENT + "type: " + YamlText.of(type));
    keys(forms, unsaid).forEach((key, value) -> text.add(INDENT + INDENT + key + ": " + value));
    return text;
  }

  /** Those of the options that were given and can be said with these keys. */
  private Map<String, String> keys(Map<String, OptionForm> forms, Set<String> unsaid) {
    Map<String, String> keys = new LinkedHashMap<>();
    forms.forEach(
        (key, form) -> {
          String name = "--" + key;
          OptionSpec option = line.matchedOption(name);
          if (option != null && !isBlank(form, option) && unsaid.remove(name)) {
            keys.put(key, value(form, option.originalStringValues()));
          }
        });
    return keys;
  }

  /** A key has a value, or is not there. */
  private static boolean isBlank(OptionForm form, OptionSpec option) {
    return form.arity() == OptionForm.Arity.VALUE && option.originalStringValues().get(0).isBlank();
  }

  private static String value(OptionForm form, List<String> values) {
    return switch (form.arity()) {
      case FLAG -> "true";
      case VALUE -> YamlText.of(values.get(0));
      case LIST -> YamlText.of(values);
    };
  }
}
