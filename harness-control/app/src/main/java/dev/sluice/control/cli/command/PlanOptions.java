package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.scenario.model.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A plan of one run, for the commands that play it and conclude something. */
final class PlanOptions extends CommandPart {

  @Parameters(paramLabel = "PLAN", description = "The plan, a YAML file, as sluice run plays it.")
  Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replace a value of the plan, as sluice run does; repeatable.")
  List<String> settings = List.of();

  /** Its name in reports. */
  String name() {
    return RunCommand.name(file);
  }

  /** The settings, and these after them. */
  List<String> settingsAnd(String... more) {
    return Stream.concat(settings.stream(), Stream.of(more)).toList();
  }

  /**
   * Reads it.
   *
   * @param all in place of the settings
   */
  Scenario read(List<String> all) {
    Scenario plan = RunCommand.read(this, file, all);
    if (plan.workloadSets().size() > 1) {
      throw refusal("Scenario " + file + " has several runs; name a scenario of one run");
    }
    return plan;
  }
}
