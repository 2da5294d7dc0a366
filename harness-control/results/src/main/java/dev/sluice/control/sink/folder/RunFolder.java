package dev.sluice.control.sink.folder;

import dev.sluice.control.format.Finding;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.sink.folder.TableFile.StepColumns;
import dev.sluice.core.result.Summary;
import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A run folder that is written while the run goes on, and what is known of the run. Any thread. */
public final class RunFolder extends RunFileWriter {

  static final String WITHOUT_END =
      "The run did not start, or ended without a summary; the program printed the reason.";

  private final RunRecord record; // guarded by this

  /** Opens the files of a folder. */
  @FunctionalInterface
  interface Opening<T> {
    T open() throws IOException;
  }

  private RunFolder(Path folder, RunRecord record, FileOpener opener, Consumer<String> warnings)
      throws IOException {
    super(folder, record.document(), opener, warnings);
    this.record = record;
  }

  /**
   * Makes a folder, with its parents; one that is there must be empty.
   *
   * @param created wall-clock time
   * @param opener opens the files
   * @param warnings is warned once if something cannot be written later
   * @throws RunFolderException if it holds something, or cannot be written
   */
  public static RunFolder create(
      Path folder,
      RunDescription description,
      Instant created,
      FileOpener opener,
      Consumer<String> warnings)
      throws RunFolderException {
    RunRecord record = new RunRecord(description, created);
    return made(folder, () -> new RunFolder(folder, record, opener, warnings));
  }

  /** What writes into a folder that is new or empty. */
  static <T> T made(Path folder, Opening<T> writer) throws RunFolderException {
    try {
      makeEmpty(folder);
      return writer.open();
    } catch (RunFolderException e) {
      throw e;
    } catch (IOException e) {
      throw new RunFolderException(folder + " cannot be written: " + InputFile.reason(e), e);
    }
  }

  /**
   * Makes sure that there is a folder with nothing in it.
   *
   * @throws RunFolderException if there is something else
   */
  public static void makeEmpty(Path folder) throws RunFolderException, IOException {
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw new RunFolderException(folder + " is a file; name a new or empty folder", e);
    }
    try (Stream<Path> content = Files.list(folder)) {
      if (content.findAny().isPresent()) {
        throw new RunFolderException(
            folder
                + (Files.exists(folder.resolve(RunFiles.RUN))
                    ? " already holds a run"
                    : " is not empty")
                + "; name a new or empty folder");
      }
    }
  }

  @Override
  public synchronized void summary(Summary result) {
    super.summary(result);
    record.ended(result);
    description(record.document());
  }

  /** The run did not come to a summary: why, one line. */
  public synchronized void failed(String why) {
    record.failed(why);
    description(record.document());
  }

  /** Adds what came of objectives. */
  public synchronized void objectives(List<ObjectiveResult> results) {
    record.objectives(results);
    description(record.document());
  }

  /** Adds something that was found. */
  public synchronized void found(Finding finding) {
    record.found(finding);
    description(record.document());
  }

  /** Adds a rate that a search tried. */
  public void tried(SearchTry tried) {
    tried(tried.cells());
  }

  /**
   * Begins the table of steps; called once.
   *
   * @throws IOException if the file cannot be opened
   */
  public synchronized TableFile steps(StepColumns columns) throws IOException {
    record.variables(columns.variableColumns());
    description(record.document());
    return steps(columns.header());
  }

  @Override
  public synchronized void close() {
    if (record.isOpen()) {
      failed(WITHOUT_END);
    }
    super.close();
  }
}
