package dev.sluice.control.cli.command;

import dev.sluice.control.process.StepsCsv;
import dev.sluice.control.scenario.model.Scenario;
import dev.sluice.jms.provider.ConfigurationException;
import java.util.ArrayList;
import java.util.List;

/** Describes a scenario as text, without running it. */
final class ScenarioDryRun {

  private ScenarioDryRun() {}

  /** Files that are named and cannot be used, a line each. */
  static List<String> missing(Scenario scenario) {
    List<String> missing = new ArrayList<>();
    for (Scenario.Provider provider : scenario.providers()) {
      try {
        provider.tableDigest();
      } catch (ConfigurationException e) {
        missing.add("provider " + provider.name() + ": " + e.getMessage());
      }
    }
    try {
      new StepsCsv(scenario);
    } catch (ConfigurationException e) {
      missing.add(e.getMessage());
    }
    return missing;
  }

  static List<String> lines(Scenario scenario) {
    List<String> lines = new ArrayList<>();
    lines.add("would run " + scenario.name());
    scenario.processes().forEach(each -> lines.add("  process      " + each.name()));
    scenario.providers().forEach(each -> lines.add("  provider     " + each.name()));
    scenario
        .targets()
        .forEach(each -> lines.add("  target       " + each.name() + " at " + each.at()));
    for (Scenario.Workload workload : scenario.workloadSets().get(0)) {
      lines.add(
          "  workload     "
              + workload.name()
              + " by "
              + workload.provider()
              + " "
              + workload.section().resolved());
    }
    scenario.observers().forEach(each -> lines.add("  observer     " + each.name()));
    scenario.setUp().forEach(each -> lines.add("  set-up       " + each.text()));
    for (int i = 0; i < scenario.steps().size(); i++) {
      lines.add("  step %-7d %s".formatted(i + 1, scenario.steps().get(i).text()));
    }
    scenario.lastSteps().forEach(each -> lines.add("  finally      " + each.text()));
    scenario
        .objectives()
        .forEach(
            each ->
                lines.add("  objective    " + each.workload() + " " + each.objective().written()));
    if (!scenario.processes().isEmpty()) {
      missing(scenario)
          .forEach(each -> lines.add("  missing      " + each + "; a process may write it"));
    }
    return lines;
  }
}
