package dev.sluice.control.sink.folder;

import dev.sluice.control.format.Finding;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.RunDocument.RunState;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.format.ScenarioDocument;
import dev.sluice.control.sink.folder.AppendFile.WriteFailures;
import dev.sluice.control.sink.folder.TableFile.StepColumns;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The folder of a scenario that has several runs: each run's own folder, one table of all steps,
 * and what came of the whole. Written while the scenario is played. Any thread.
 */
public final class ScenarioFolder implements AutoCloseable {

  /** The column of {@code steps.csv} that names the folder of a step's run. */
  public static final String RUN_COLUMN = "run";

  private final Path folder;
  private final String id;
  private final String scenario;
  private final Optional<String> description;
  private final Instant created;
  private final StepColumns columns;
  private final FileOpener opener;
  private final WriteFailures failures;
  private final TableFile steps;

  private final List<String> runs = new ArrayList<>(); // guarded by this
  private final List<ObjectiveResult> objectives = new ArrayList<>(); // guarded by this
  private final List<Finding> findings = new ArrayList<>(); // guarded by this
  private Optional<String> failure = Optional.empty(); // guarded by this
  private boolean done; // guarded by this

  /**
   * Makes a folder, with its parents; one that is there must be empty.
   *
   * @param id what the user calls it, may be empty
   * @param scenario the scenario's name
   * @param description what it is for, if that is said
   * @param created wall-clock time
   * @param columns those of its steps
   * @param opener opens the files
   * @param warnings is warned once if something cannot be written later
   * @throws RunFolderException if it holds something, or cannot be written
   */
  public ScenarioFolder(
      Path folder,
      String id,
      String scenario,
      Optional<String> description,
      Instant created,
      StepColumns columns,
      FileOpener opener,
      Consumer<String> warnings)
      throws RunFolderException {
    this.folder = folder;
    this.id = id;
    this.scenario = scenario;
    this.description = description;
    this.created = created;
    this.columns = columns;
    this.opener = opener;
    this.failures = new WriteFailures(warnings);
    this.steps = RunFolder.made(folder, this::begin);
  }

  private TableFile begin() throws IOException {
    opener.replace(folder.resolve(RunFiles.SCENARIO), content());
    List<String> header = new ArrayList<>(columns.header());
    header.add(RUN_COLUMN);
    return new TableFile(header, new AppendFile(folder.resolve(RunFiles.STEPS), opener, failures));
  }

  public Path path() {
    return folder;
  }

  /** Begins the next run and returns the name of its folder. */
  public synchronized String nextRun() {
    String name = "run-" + (runs.size() + 1);
    runs.add(name);
    write();
    return name;
  }

  /**
   * Adds a step of the current run.
   *
   * @param cells a value for each column, as in the run's own table
   */
  public synchronized void step(List<?> cells) {
    List<Object> row = new ArrayList<>(cells);
    row.add(runs.get(runs.size() - 1));
    steps.add(row);
  }

  /** Adds something that was found. */
  public synchronized void found(Finding finding) {
    findings.add(finding);
    write();
  }

  /** Adds what came of objectives. */
  public synchronized void objectives(List<ObjectiveResult> results) {
    objectives.addAll(results);
    write();
  }

  /** The scenario ended before its last step: why, one line. */
  public synchronized void failed(String why) {
    failure = Optional.of(why);
    write();
  }

  /** The scenario was played to its end. */
  public synchronized void done() {
    done = true;
    write();
  }

  /** Whether all that was told could be written so far. */
  public synchronized boolean complete() {
    return !failures.any();
  }

  @Override
  public synchronized void close() {
    if (!done && failure.isEmpty()) {
      failed(RunFolder.WITHOUT_END);
    }
    steps.close();
  }

  private void write() {
    Path file = folder.resolve(RunFiles.SCENARIO);
    try {
      opener.replace(file, content());
    } catch (IOException e) {
      failures.add(file, e);
    }
  }

  private String content() {
    return Json.file(
        new ScenarioDocument(
            RunFiles.FORMAT,
            id,
            scenario,
            description,
            failure.isPresent() ? RunState.FAILED : done ? RunState.DONE : RunState.RUNNING,
            created,
            failure,
            columns.variableColumns(),
            List.copyOf(runs),
            List.copyOf(objectives),
            List.copyOf(findings)));
  }
}
