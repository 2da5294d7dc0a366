package dev.sluice.control.cli.command;

import dev.sluice.control.scenario.model.Scenario;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** The plan of a command that studies one run, and the new folder for all its results. */
final class StudyOptions extends PlanOptions {

  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      required = true,
      description = "Write all results to this new folder.")
  Path out;

  @Override
  Scenario read(List<String> all) {
    Scenario plan = super.read(all);
    if (plan.workloadSets().size() > 1) {
      throw refusal("Scenario " + file + " has several runs; name a scenario of one run");
    }
    return plan;
  }
}
