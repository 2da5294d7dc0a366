package dev.sluice.control.sink.folder;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.EventJson;
import dev.sluice.control.format.IntervalCsv;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.Observation;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.SearchTry;
import dev.sluice.control.sink.folder.AppendFile.WriteFailures;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Writes the files of a run folder. What is told is handed to the operating system when a call
 * returns; a file that cannot be written is told once and harms no other. Guarded by its owner.
 */
public final class RunFileWriter implements AutoCloseable {

  private final Path folder;
  private final FileOpener opener;
  private final WriteFailures failures;
  private final IntervalFiles intervals;
  private final AppendFile events;
  private final Map<String, AppendFile> rarer = new HashMap<>(); // from their first line on
  private TableFile steps; // null until there are some

  /**
   * Begins in a folder that is there and empty.
   *
   * @param description the first content of {@code run.json}
   * @param warnings is warned once if something cannot be written later
   * @throws IOException if the files cannot be made
   */
  public RunFileWriter(Path folder, Json description, FileOpener opener, Consumer<String> warnings)
      throws IOException {
    this.folder = folder;
    this.opener = opener;
    this.failures = new WriteFailures(warnings);
    opener.replace(folder.resolve(RunFiles.RUN), description.pretty() + "\n");
    intervals = new IntervalFiles(folder, opener, failures);
    events = opened(RunFiles.EVENTS);
  }

  /** Whether all that was told could be written so far. */
  boolean complete() {
    return !failures.any();
  }

  /** Replaces {@code run.json}. */
  public void description(Json description) {
    Path file = folder.resolve(RunFiles.RUN);
    try {
      opener.replace(file, description.pretty() + "\n");
    } catch (IOException e) {
      failures.add(file, e);
    }
  }

  public void interval(Snapshot interval) {
    intervals.add(interval);
  }

  /** All workers have ended. */
  void end(Summary summary) {
    intervals.end(summary);
  }

  /** Adds an event; one of a connection goes to {@link #connections}. */
  public void event(RunEvent event) {
    events.append(EventJson.line(event));
  }

  public void connections(List<ConnectionEvent> changes) {
    StringBuilder lines = new StringBuilder();
    changes.forEach(change -> lines.append(EventJson.line(change)));
    events.append(lines.toString());
  }

  /** Adds an interval of one agent of several. */
  public void interval(String agent, Snapshot interval) {
    append(
        RunFiles.INTERVALS_BY_AGENT,
        IntervalCsv.headerByAgent(),
        IntervalCsv.lines(agent, interval));
  }

  public void observations(List<Observation> observed) {
    append(
        RunFiles.OBSERVATIONS,
        "",
        observed.stream().map(Observation::line).collect(Collectors.joining()));
  }

  /**
   * Begins the table of steps; called once.
   *
   * @throws IOException if the file cannot be opened
   */
  public TableFile steps(List<String> columns) throws IOException {
    if (steps != null) {
      throw new IllegalStateException("a run has one table of steps");
    }
    steps = new TableFile(columns, opened(RunFiles.STEPS));
    return steps;
  }

  /** Adds a row of the table of rates that searches tried. */
  public void tried(List<?> cells) {
    append(RunFiles.TRIES, Csv.line(SearchTry.COLUMNS), Csv.line(cells));
  }

  /** Appends to a file that begins with the first line for it. */
  private void append(String name, String header, String lines) {
    try {
      if (!rarer.containsKey(name)) {
        rarer.put(name, opened(name));
        rarer.get(name).append(header);
      }
      rarer.get(name).append(lines);
    } catch (IOException e) {
      failures.add(folder.resolve(name), e);
    }
  }

  private AppendFile opened(String name) throws IOException {
    return new AppendFile(folder.resolve(name), opener, failures);
  }

  @Override
  public void close() {
    intervals.close();
    events.close();
    rarer.values().forEach(AppendFile::close);
    if (steps != null) {
      steps.close();
    }
  }
}
