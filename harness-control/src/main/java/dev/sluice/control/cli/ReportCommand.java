package dev.sluice.control.cli;

import dev.sluice.control.results.folder.RecordedRun;
import dev.sluice.control.results.folder.RunFiles;
import dev.sluice.control.results.folder.RunFolderException;
import dev.sluice.control.results.page.ReportPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes the page of a run from its files. */
@Command(
    name = "report",
    description = {
      "Make report.html in a run folder, from its files alone.",
      "A run makes it by itself; this is for one that was killed, or made by an older version."
    },
    footerHeading = "%nExample:%n",
    footer = "  sluice report results/monday")
final class ReportCommand implements Callable<Integer> {

  @Spec CommandSpec command;

  @Parameters(index = "0", paramLabel = "FOLDER", description = "A folder made by --out.")
  Path folder;

  @Override
  public Integer call() throws IOException {
    try {
      RecordedRun run = RecordedRun.open(folder);
      run.write(RunFiles.REPORT, ReportPage.of(run));
      command.commandLine().getOut().println(folder.resolve(RunFiles.REPORT));
      return ExitCode.OK;
    } catch (RunFolderException e) {
      throw new ParameterException(command.commandLine(), e.getMessage(), e);
    }
  }
}
