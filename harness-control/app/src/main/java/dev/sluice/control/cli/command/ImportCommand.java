package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.scenario.reading.OmbPlan;
import dev.sluice.control.scenario.yaml.Scope;
import dev.sluice.control.scenario.yaml.Section;
import dev.sluice.control.scenario.yaml.YamlReader;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a plan of another tool's file. */
@Command(
    description = {
      "Print a workload of another tool as a plan.",
      "Comments in the plan say what it cannot carry over, a line each."
    },
    footer = {
      "  sluice import omb workload.yaml driver.yaml > plan.yaml",
      "  sluice run plan.yaml --dry-run"
    })
final class ImportCommand extends CommandPart implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "TOOL", description = "omb: OpenMessaging Benchmark.")
  Tool tool;

  @Parameters(index = "1", paramLabel = "WORKLOAD", description = "The file with the workload.")
  Path workload;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "DRIVER",
      description = "The file of the JMS driver; without it the plan has the embedded broker.")
  Path driver;

  /** Whose workloads are known. */
  enum Tool {
    OMB
  }

  @Override
  public Integer call() {
    Section none = section("no driver", "{}");
    new OmbPlan(read("Workload", workload), driver == null ? none : read("Driver", driver))
        .lines()
        .forEach(this::say);
    return ExitCode.OK;
  }

  private Section read(String what, Path file) {
    return section(file.toString(), handWritten(what, file));
  }

  private Section section(String source, String text) {
    return new Section(
        new YamlReader(source).read(text),
        Scope.of(name -> Optional.ofNullable(System.getenv(name)), secrets()));
  }
}
