package dev.sluice.control.cli.command;

import dev.sluice.control.analysis.check.DeliveryAudit;
import dev.sluice.control.analysis.check.HistoryFile;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Checks histories. */
@Command(
    description = {
      "Check what was sent and received, from the histories of one or more run folders.",
      "Give it the folders of all processes that sent and received. Exit code 1: something was "
          + "lost, duplicate or corrupt; 5: a history is not whole, so it cannot be known."
    },
    footer = {"  sluice check results/monday", "  sluice check results/senders results/receivers"})
final class CheckCommand extends CommandPart implements Callable<Integer> {

  @Parameters(
      arity = "1..*",
      paramLabel = "FOLDER",
      description = "One or more folders written by --out, with --history.")
  List<Path> folders;

  @Option(names = "--csv", description = "Print each message instead, with its times.")
  boolean csv;

  @Override
  public Integer call() throws IOException {
    List<HistoryFile> files = new ArrayList<>();
    try {
      for (Path folder : folders) {
        Path file = folder.resolve(RunFiles.HISTORY);
        if (!Files.isRegularFile(file)) {
          throw new RunFolderException(folder + " has no history; runs with --history write one");
        }
        HistoryFile history = new HistoryFile(file);
        int before = files.stream().map(HistoryFile::process).toList().indexOf(history.process());
        files.add(history);
        if (before >= 0 && !history.process().isEmpty()) {
          throw new RunFolderException(
              folders.get(before) + " and " + folder + " hold one history; give it once");
        }
      }
      if (csv) {
        out().print(HistoryFile.HEADER);
        for (HistoryFile file : files) {
          file.print(out());
        }
        out().flush();
      }
      return csv ? ExitCode.OK : check(files);
    } finally {
      for (HistoryFile file : files) {
        file.close();
      }
    }
  }

  private int check(List<HistoryFile> files) throws IOException {
    DeliveryAudit audit = new DeliveryAudit(files);
    audit.lines().forEach(this::say);
    audit.problems().forEach(this::complain);
    return audit.faulty()
        ? ExitCode.FAILED_RUN
        : audit.problems().isEmpty() ? ExitCode.OK : ExitCode.OBJECTIVES_NOT_JUDGED;
  }
}
