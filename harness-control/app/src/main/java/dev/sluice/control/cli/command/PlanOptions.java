package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.scenario.model.Scenario;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The plan that a command plays. */
class PlanOptions extends CommandPart {

  @Parameters(paramLabel = "PLAN", description = "The plan, a YAML file.")
  Path file;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Replace a value of the plan; KEY is a path with dots. KEY+=VALUE adds to a list. "
              + "Repeatable.")
  List<String> settings = List.of();

  /** Its name, unless it says one itself. */
  final String name() {
    Path last = file.getFileName();
    return last == null ? file.toString() : last.toString().replaceFirst("\\.ya?ml$", "");
  }

  /** The settings, and these after them. */
  final List<String> settingsAnd(String... more) {
    return Stream.concat(settings.stream(), Stream.of(more)).toList();
  }

  /**
   * Reads it.
   *
   * @param all in place of the settings
   */
  Scenario read(List<String> all) {
    return new ScenarioPlay(this).read(name(), file.toString(), handWritten("Scenario", file), all);
  }
}
