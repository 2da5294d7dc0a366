package dev.sluice.control.results.folder;

import dev.sluice.core.run.ConnectionEvent;
import dev.sluice.core.run.CpuMeter;
import dev.sluice.core.run.Reporter;
import dev.sluice.core.run.RunEvent;
import dev.sluice.core.run.Snapshot;
import dev.sluice.core.run.Summary;
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
public final class RunFolder implements Reporter, AutoCloseable {

  private final Path folder;
  private final RunDescription description;
  private final CpuMeter cpuMeter;
  private final NanoClock clock;
  private final FileOpener opener;
  private final WriteFailures failures;
  private final IntervalFiles intervals;
  private final AppendFile events;
  private final Instant created;

  private final List<ObjectiveResult> objectives = new ArrayList<>(); // guarded by this
  private Optional<Summary> summary = Optional.empty(); // guarded by this
  private String failure = ""; // guarded by this
  private AppendFile observations; // guarded by this, null until there is one
  private StepsFile steps; // guarded by this, null until there are some
  private long cpuNanos; // guarded by this
  private long readingNanos; // guarded by this

  private RunFolder(
      Path folder,
      RunDescription description,
      Instant created,
      CpuMeter cpuMeter,
      NanoClock clock,
      FileOpener opener,
      WriteFailures failures)
      throws IOException {
    this.folder = folder;
    this.description = description;
    this.created = created;
    this.cpuMeter = cpuMeter;
    this.clock = clock;
    this.opener = opener;
    this.failures = failures;
    readCpu();
    RunFiles.replace(folder.resolve(RunFiles.RUN), content().pretty() + "\n");
    intervals = new IntervalFiles(folder, opener, failures);
    events = new AppendFile(folder.resolve(RunFiles.EVENTS), opener, failures);
  }

  /**
   * Makes a folder, with its parents; one that is there must be empty.
   *
   * @param created wall-clock time
   * @param cpuMeter the process's use of its processors
   * @param clock what intervals are timed by
   * @param opener opens the files
   * @param warnings is told once if something cannot be written later
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
      return new RunFolder(
          folder, description, created, cpuMeter, clock, opener, new WriteFailures(warnings));
    } catch (IOException e) {
      throw new RunFolderException(folder + " cannot be written: " + WriteFailures.reason(e), e);
    }
  }

  /** Makes sure that there is a folder with nothing in it. */
  static void makeEmpty(Path folder) throws RunFolderException, IOException {
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw new RunFolderException(folder + " is a file; name a folder that is new or empty", e);
    }
    try (Stream<Path> content = Files.list(folder)) {
      if (content.findAny().isPresent()) {
        throw new RunFolderException(
            folder
                + (Files.exists(folder.resolve(RunFiles.RUN))
                    ? " holds a run already"
                    : " is not empty")
                + "; name a folder that is new or empty");
      }
    }
  }

  public Path path() {
    return folder;
  }

  @Override
  public synchronized void event(RunEvent event) {
    if (event.kind() == RunEvent.Kind.STARTED) {
      readCpu();
    }
    if (event.kind() != RunEvent.Kind.CONNECTION) { // these come with all that is known of them
      events.append(EventJson.line(event));
    }
  }

  @Override
  public synchronized void connections(List<ConnectionEvent> changes) {
    StringBuilder lines = new StringBuilder();
    changes.forEach(change -> lines.append(EventJson.line(change)));
    events.append(lines.toString());
  }

  @Override
  public synchronized void interval(Snapshot snapshot) {
    long cpuBefore = cpuNanos;
    long readingBefore = readingNanos;
    readCpu();
    long elapsedNanos = readingNanos - readingBefore;
    double cores = elapsedNanos <= 0 ? 0 : (double) (cpuNanos - cpuBefore) / elapsedNanos;
    intervals.add(new RecordedInterval(snapshot, cores));
  }

  @Override
  public synchronized void summary(Summary result) {
    summary = Optional.of(result);
    writeDescription();
  }

  /** The run did not come to a summary: why, one line. */
  public synchronized void failed(String why) {
    failure = why;
    writeDescription();
  }

  /** Adds what came of objectives. */
  public synchronized void objectives(List<ObjectiveResult> results) {
    objectives.addAll(results);
    writeDescription();
  }

  /** Adds figures that were observed at one moment. */
  public synchronized void observations(List<Observation> observed) {
    try {
      if (observations == null) {
        observations = new AppendFile(folder.resolve(RunFiles.OBSERVATIONS), opener, failures);
      }
    } catch (IOException e) {
      failures.add(folder.resolve(RunFiles.OBSERVATIONS), e);
      return;
    }
    StringBuilder lines = new StringBuilder();
    observed.forEach(each -> lines.append(ObservationJson.line(each)));
    observations.append(lines.toString());
  }

  /**
   * Begins the table of steps; called once.
   *
   * @param columns its header; a unit belongs into the name
   * @throws IOException if the file cannot be opened
   */
  public synchronized StepsFile steps(List<String> columns) throws IOException {
    if (steps != null) {
      throw new IllegalStateException("a run has one table of steps");
    }
    steps =
        new StepsFile(columns, new AppendFile(folder.resolve(RunFiles.STEPS), opener, failures));
    return steps;
  }

  @Override
  public synchronized void close() {
    if (summary.isEmpty() && failure.isEmpty()) {
      failed("it ended without a summary");
    }
    intervals.close();
    events.close();
    if (observations != null) {
      observations.close();
    }
    if (steps != null) {
      steps.close();
    }
  }

  private void readCpu() {
    cpuNanos = cpuMeter.cpuNanos();
    readingNanos = clock.nanos();
  }

  private void writeDescription() {
    Path file = folder.resolve(RunFiles.RUN);
    try {
      RunFiles.replace(file, content().pretty() + "\n");
    } catch (IOException e) {
      failures.add(file, e);
    }
  }

  private Json content() {
    Json json =
        new Json()
            .put("format", RunFiles.FORMAT)
            .put("id", description.spec().id())
            .put("state", state())
            .put("created", created.toString());
    if (!failure.isEmpty()) {
      json.put("failure", Masking.mask(failure));
    }
    summary.ifPresent(result -> json.put("summary", SummaryJson.of(result)));
    if (!objectives.isEmpty()) {
      json.put("objectives", objectives.stream().map(RunFolder::json).toList());
    }
    return DescriptionJson.of(description, json);
  }

  private String state() {
    return failure.isEmpty() ? summary.isPresent() ? "done" : "running" : "failed";
  }

  private static Json json(ObjectiveResult result) {
    return new Json()
        .put("objective", result.objective())
        .put("met", result.met())
        .put("found", result.found());
  }
}
