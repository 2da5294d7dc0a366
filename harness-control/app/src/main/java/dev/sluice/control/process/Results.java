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
import dev.sluice.core.bus.Conclusion;
import dev.sluice.jms.tracking.history.History;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;

/** The run folder of a process, from before the run until its report is made. */
public final class Results implements HarnessProcess.RunArchive {

  private final RunFolder folder;
  private final Terminal terminal;
  private final Optional<History> history;
  private boolean withoutReport;

  /**
   * Makes the folder.
   *
   * @param secrets are kept out of its files
   * @param history what is sent and received, if that is recorded
   * @throws RunFolderException if it is not empty or cannot be written
   */
  public Results(
      Path path,
      RunDescription description,
      Terminal terminal,
      Secrets secrets,
      Optional<History> history)
      throws RunFolderException {
    this.terminal = terminal;
    this.history = history;
    this.folder =
        RunFolder.create(
            path,
            description,
            Instant.now(),
            FileOpener.SYSTEM.masking(secrets::mask),
            terminal::complain);
    history.ifPresent(folder::history);
  }

  public RunFolder folder() {
    return folder;
  }

  @Override
  public void failed(String why) {
    folder.failed(why);
  }

  @Override
  public boolean complete() {
    return folder.complete() && !withoutReport;
  }

  /** Closes the files and makes the report from them. */
  @Override
  public void close() {
    try (folder) {
      history.ifPresent(History::close);
    }
    withoutReport =
        !reported(
            folder.path(),
            () -> {
              RecordedRun run = RecordedRun.open(folder.path());
              run.write(RunFiles.REPORT, ReportPage.of(run));
            },
            folder::failed,
            terminal);
  }

  /** Makes a report from files. */
  @FunctionalInterface
  interface ReportWriter {
    void make() throws IOException;
  }

  /**
   * Makes the report in a folder, and tells where it is or why it could not be made.
   *
   * @param failed keeps a defect of the harness
   * @return whether it could be made
   */
  static boolean reported(
      Path folder, ReportWriter writer, Consumer<String> failed, Terminal terminal) {
    String why;
    terminal.bar("making the report"); // of days with short intervals for a minute and more
    try {
      writer.make();
      terminal.line("results in " + folder);
      return true;
    } catch (IOException e) {
      why = e.getMessage();
    } catch (RuntimeException | AssertionError | StackOverflowError e) { // a defect of the harness
      failed.accept("the report could not be made: " + Conclusion.traced(e));
      why = e.toString();
    } finally {
      terminal.bar("");
    }
    terminal.complain(
        "the report of %1$s could not be made: %2$s; 'sluice report %1$s' tries again"
            .formatted(folder, why));
    return false;
  }
}
