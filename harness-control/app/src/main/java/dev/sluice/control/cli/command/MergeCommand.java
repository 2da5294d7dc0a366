package dev.sluice.control.cli.command;

import dev.sluice.control.analysis.merge.Merge;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.sink.page.ReportPage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Joins run folders. */
@Command(
    description = {
      "Merge runs of several processes or hosts into one run folder.",
      "Rates and histograms are added interval by interval; percentiles of the "
          + "result cover all messages."
    },
    footer = "  sluice merge results/all results/host1 results/host2")
final class MergeCommand extends CommandPart implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "OUT", description = "A new or empty folder.")
  Path out;

  @Parameters(
      index = "1..*",
      arity = "2..*",
      paramLabel = "FOLDER",
      description = "Two or more folders written by --out.")
  List<Path> folders;

  @Override
  public Integer call() throws IOException {
    try (Merge merge = new Merge(CompareCommand.open(folders))) {
      merge.into(out);
    }
    RecordedRun joined = RecordedRun.open(out);
    joined.write(RunFiles.REPORT, ReportPage.of(joined));
    out().println(out.resolve(RunFiles.REPORT));
    return ExitCode.OK;
  }
}
