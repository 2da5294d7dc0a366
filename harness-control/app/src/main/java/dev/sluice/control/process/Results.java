package dev.sluice.control.process;

import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.folder.FileOpener;
import dev.sluice.control.sink.folder.RunDescription;
import dev.sluice.control.sink.folder.RunFolder;
import dev.sluice.control.sink.page.ReportPage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;

/** The run folder of a process, from before the run until its report is made. */
public final class Results implements AutoCloseable {

  private final RunFolder folder;
  private final Terminal terminal;
  private final PrintWriter err;
  private boolean withoutReport;

  /**
   * Makes the folder.
   *
   * @param secrets are kept out of its files
   * @throws RunFolderException if it is not empty or cannot be written
   */
  public Results(
      Path path, RunDescription description, Terminal terminal, PrintWriter err, Secrets secrets)
      throws RunFolderException {
    this.terminal = terminal;
    this.err = err;
    this.folder =
        RunFolder.create(
            path,
            description,
            Instant.now(),
            FileOpener.SYSTEM.masking(secrets::mask),
            warning -> err.println("sluice: " + warning));
  }

  public RunFolder folder() {
    return folder;
  }

  /** Whether all of them could be written so far; a person was told of what could not. */
  public boolean complete() {
    return folder.complete() && !withoutReport;
  }

  /** Closes the files and makes the report from them. */
  @Override
  public void close() {
    folder.close();
    try {
      RecordedRun run = RecordedRun.open(folder.path());
      run.write(RunFiles.REPORT, ReportPage.of(run));
      terminal.line("results in " + folder.path());
    } catch (IOException e) {
      withoutReport = true;
      err.println(
          "sluice: the report of %1$s could not be made: %2$s; 'sluice report %1$s' tries again"
              .formatted(folder.path(), e.getMessage()));
    }
  }
}
