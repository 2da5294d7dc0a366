package dev.sluice.control.scenario.model;

import dev.sluice.control.scenario.yaml.ScenarioException;
import java.util.List;
import java.util.Map;

/**
 * The options of the command line: what can be said of workloads, providers and runs in a scenario.
 * There is no other vocabulary, so a new option can be used in scenarios at once. What parses
 * options throws a {@link ScenarioException} if one of them is wrong.
 */
public interface Vocabulary {

  /** The key of a provider that names jars, which may hold more types of providers. */
  String CLASS_PATH = "class-path";

  /** The commands that are workloads: {@code send}, {@code receive}. */
  List<String> workloadTypes();

  /** The options of such a command that belong to the workload, without dashes. */
  Map<String, OptionForm> workloadOptions(String type);

  /**
   * The kinds of providers.
   *
   * @param classPath jars that may hold more of them than there are anyway; may be empty
   */
  List<String> providerTypes(String classPath);

  /** The options of all kinds of providers, with those that the jars bring. */
  Map<String, OptionForm> providerOptions(String classPath);

  Map<String, OptionForm> runOptions();

  /** Parses the options of a workload. */
  Scenario.Workers workload(String type, OptionGroup options);

  /** Parses the options of a provider. */
  Scenario.Provider provider(String name, String type, OptionGroup options);

  /** Parses the settings of a run. */
  Scenario.RunPlan run(OptionGroup options);
}
