package dev.sluice.control.scenario.model;

import java.util.List;
import java.util.Map;

/**
 * The options of the command line: what can be said of workloads, providers and runs in a scenario.
 * There is no other vocabulary, so a new option can be used in scenarios at once.
 */
public interface Vocabulary {

  /** The commands that are workloads: {@code send}, {@code receive}. */
  List<String> workloadTypes();

  /** The options of such a command that belong to the workload, without dashes. */
  Map<String, OptionForm> workloadOptions(String type);

  /** The kinds of providers. */
  List<String> providerTypes();

  Map<String, OptionForm> providerOptions();

  Map<String, OptionForm> runOptions();

  /** Parses the options of a workload. */
  WorkloadPlan workload(String type, List<GivenOption> options) throws BadOptionException;

  /** Parses the options of a provider. */
  ProviderPlan provider(String type, List<GivenOption> options) throws BadOptionException;

  /** Parses the settings of a run. */
  RunPlan run(List<GivenOption> options) throws BadOptionException;
}
