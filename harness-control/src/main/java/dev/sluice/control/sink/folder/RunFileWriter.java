package dev.sluice.control.sink.folder;

import dev.sluice.control.format.EventJson;
import dev.sluice.control.format.IntervalCsv;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.Observation;
import dev.sluice.control.format.ObservationJson;
import dev.sluice.control.format.RecordedInterval;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.SearchTry;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Summary;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

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
  private AppendFile observations; // null until there is one
  private AppendFile byAgent; // null until there is an interval of one
  private TableFile steps; // null until there are some
  private TableFile tries; // null until there are some

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
    events = new AppendFile(folder.resolve(RunFiles.EVENTS), opener, failures);
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

  public void interval(RecordedInterval interval) {
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
  public void interval(String agent, RecordedInterval interval) {
    try {
      if (byAgent == null) {
        byAgent = new AppendFile(folder.resolve(RunFiles.INTERVALS_BY_AGENT), opener, failures);
        byAgent.append(IntervalCsv.headerByAgent());
      }
    } catch (IOException e) {
      failures.add(folder.resolve(RunFiles.INTERVALS_BY_AGENT), e);
      return;
    }
    byAgent.append(IntervalCsv.lines(agent, interval));
  }

  public void observations(List<Observation> observed) {
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
   * @throws IOException if the file cannot be opened
   */
  public TableFile steps(List<String> columns) throws IOException {
    if (steps != null) {
      throw new IllegalStateException("a run has one table of steps");
    }
    steps = table(RunFiles.STEPS, columns);
    return steps;
  }

  /** Adds a row of the table of rates that searches tried. */
  public void tried(List<?> cells) {
    try {
      if (tries == null) {
        tries = table(RunFiles.TRIES, SearchTry.COLUMNS);
      }
    } catch (IOException e) {
      failures.add(folder.resolve(RunFiles.TRIES), e);
      return;
    }
    tries.add(cells);
  }

  private TableFile table(String name, List<String> columns) throws IOException {
    return new TableFile(columns, new AppendFile(folder.resolve(name), opener, failures));
  }

  @Override
  public void close() {
    intervals.close();
    events.close();
    if (observations != null) {
      observations.close();
    }
    if (byAgent != null) {
      byAgent.close();
    }
    if (steps != null) {
      steps.close();
    }
    if (tries != null) {
      tries.close();
    }
  }
}
