package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.format.Finding;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RecordedScenario;
import dev.sluice.control.sink.page.ReportPage;
import dev.sluice.control.sink.page.ScenarioPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Makes the page of a run from its files. */
@Command(
    description = {
      "Write report.html into a run folder, from its files alone.",
      "Runs write it themselves; use this for a run that was killed, or written by "
          + "an older version.",
      "In the folder of a scenario with several runs: writes the page of all runs, and of each run",
      "that has none."
    },
    footer = "  sluice report results/monday")
final class ReportCommand extends CommandPart implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "FOLDER", description = "A folder written by --out.")
  Path folder;

  @Mixin DemandOptions demand;

  @Override
  public Integer call() throws IOException {
    if (RecordedScenario.isIn(folder)) {
      reportScenario();
    } else {
      RecordedRun run = RecordedRun.open(folder);
      report(run);
      answer(run.document().findings());
    }
    return ExitCode.OK;
  }

  private void reportScenario() throws IOException, RunFolderException {
    RecordedScenario scenario = RecordedScenario.open(folder);
    for (RecordedRun run : scenario.runs().values()) {
      if (!run.has(RunFiles.REPORT)) {
        report(run);
      }
    }
    scenario.write(RunFiles.REPORT, ScenarioPage.of(scenario));
    written(folder);
    answer(scenario.document().findings());
  }

  private void answer(List<Finding> findings) {
    demand.demand().stream()
        .flatMap(asked -> asked.answers(findings).stream())
        .forEach(out()::println);
  }

  private void report(RecordedRun run) throws IOException {
    run.write(RunFiles.REPORT, ReportPage.of(run));
    written(run.folder());
  }

  private void written(Path where) {
    out().println(where.resolve(RunFiles.REPORT));
  }
}
