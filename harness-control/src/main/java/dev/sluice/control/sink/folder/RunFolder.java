package dev.sluice.control.sink.folder;

import dev.sluice.control.format.Json;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.Observation;
import dev.sluice.control.format.RecordedFinding;
import dev.sluice.control.format.RecordedInterval;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.format.SummaryJson;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.CpuMeter;
import dev.sluice.core.time.NanoClock;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A run folder that is written while the run goes on. What has been told is in the files when the
 * call returns; a killed process loses at most the interval it was in. A file that cannot be
 * written is told once and harms neither the run nor the other files. Any thread.
 */
public final class RunFolder implements Sink, AutoCloseable {

  private final Path folder;
  private final RunDescription description;
  private final CpuMeter cpuMeter;
  private final NanoClock clock;
  private final Instant created;
  private final RunFileWriter files;

  private final List<ObjectiveResult> objectives = new ArrayList<>(); // guarded by this
  private final List<RecordedFinding> findings = new ArrayList<>(); // guarded by this
  private List<String> variables = List.of(); // guarded by this
  private Optional<Summary> summary = Optional.empty(); // guarded by this
  private String failure = ""; // guarded by this
  private long cpuNanos; // guarded by this
  private long readingNanos; // guarded by this

  private RunFolder(
      Path folder,
      RunDescription description,
      Instant created,
      CpuMeter cpuMeter,
      NanoClock clock,
      FileOpener opener,
      Consumer<String> warnings)
      throws IOException {
    this.folder = folder;
    this.description = description;
    this.created = created;
    this.cpuMeter = cpuMeter;
    this.clock = clock;
    readCpu();
    files = new RunFileWriter(folder, content(), opener, warnings);
  }

  /**
   * Makes a folder, with its parents; one that is there must be empty.
   *
   * @param created wall-clock time
   * @param cpuMeter the process's use of its processors
   * @param clock what intervals are timed by
   * @param opener opens the files
   * @param warnings is warned once if something cannot be written later
   * @throws RunFolderException if it holds something, or cannot be written
   */
  public static RunFolder create(
      Path folder,
      RunDescription description,
      Instant created,
      CpuMeter cpuMeter,
      NanoClock clock,
      FileOpener opener,
      Consumer<String> warnings)
      throws RunFolderException {
    try {
      makeEmpty(folder);
      return new RunFolder(folder, description, created, cpuMeter, clock, opener, warnings);
    } catch (IOException e) {
      throw new RunFolderException(folder + " cannot be written: " + WriteFailures.reason(e), e);
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
                    ? " holds a run already"
                    : " is not empty")
                + "; name a new or empty folder");
      }
    }
  }

  public Path path() {
    return folder;
  }

  @Override
  public synchronized void event(RunEvent event) {
    if (event.kind() == RunEvent.Kind.STARTED || event.kind() == RunEvent.Kind.BEGUN) {
      readCpu();
    }
    if (event.kind() != RunEvent.Kind.CONNECTION) { // these come with all that is known of them
      files.event(event);
    }
  }

  @Override
  public synchronized void connections(List<ConnectionEvent> changes) {
    files.connections(changes);
  }

  @Override
  public synchronized void interval(Snapshot snapshot) {
    long cpuBefore = cpuNanos;
    long readingBefore = readingNanos;
    readCpu();
    long elapsedNanos = readingNanos - readingBefore;
    double cores = elapsedNanos <= 0 ? 0 : (double) (cpuNanos - cpuBefore) / elapsedNanos;
    files.interval(new RecordedInterval(snapshot, cores));
  }

  /** Adds an interval of one agent of several; the sum of all comes by {@link #interval}. */
  public synchronized void interval(String agent, RecordedInterval interval) {
    files.interval(agent, interval);
  }

  @Override
  public synchronized void summary(Summary result) {
    summary = Optional.of(result);
    files.description(content());
  }

  /** The run did not come to a summary: why, one line. */
  public synchronized void failed(String why) {
    failure = why;
    files.description(content());
  }

  /** Adds what came of objectives. */
  public synchronized void objectives(List<ObjectiveResult> results) {
    objectives.addAll(results);
    files.description(content());
  }

  /** Adds figures that were observed at one moment. */
  public synchronized void observations(List<Observation> observed) {
    files.observations(observed);
  }

  /** Adds something that was found. */
  public synchronized void found(RecordedFinding finding) {
    findings.add(finding);
    files.description(content());
  }

  /** Adds a rate that a search tried. */
  public synchronized void tried(SearchTry tried) {
    files.tried(tried.cells());
  }

  /**
   * Begins the table of steps; called once.
   *
   * @throws IOException if the file cannot be opened
   */
  public synchronized TableFile steps(StepColumns columns) throws IOException {
    variables = columns.variableColumns();
    files.description(content());
    return files.steps(columns.header());
  }

  /** Whether all that was told could be written so far. */
  public synchronized boolean complete() {
    return files.complete();
  }

  @Override
  public synchronized void close() {
    if (summary.isEmpty() && failure.isEmpty()) {
      failed("The run did not start, or ended without a summary; the program printed the reason.");
    }
    files.close();
  }

  private void readCpu() {
    cpuNanos = cpuMeter.cpuNanos();
    readingNanos = clock.nanos();
  }

  private Json content() {
    Json json =
        new Json()
            .put("format", RunFiles.FORMAT)
            .put("id", description.spec().id())
            .put("state", state())
            .put("created", created.toString());
    if (!failure.isEmpty()) {
      json.put("failure", SecretRules.mask(failure));
    }
    summary.ifPresent(result -> json.put("summary", SummaryJson.of(result)));
    if (!objectives.isEmpty()) {
      json.put("objectives", objectives.stream().map(ObjectiveResult::json).toList());
    }
    if (!findings.isEmpty()) {
      json.put("findings", findings.stream().map(RecordedFinding::json).toList());
    }
    if (!variables.isEmpty()) {
      json.put("variables", variables);
    }
    return DescriptionJson.of(description, json);
  }

  private String state() {
    if (!failure.isEmpty()) {
      return "failed";
    }
    return summary.isPresent() ? "done" : "running";
  }
}
