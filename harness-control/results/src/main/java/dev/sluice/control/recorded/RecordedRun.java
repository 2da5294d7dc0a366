package dev.sluice.control.recorded;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.EventJson;
import dev.sluice.control.format.EventJson.RecordedEvents;
import dev.sluice.control.format.Observation;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunDocument.RunOutcome;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.core.result.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.json.JSONException;

/**
 * A run folder opened for reading. Everything comes from the files alone. Torn or damaged lines are
 * left out; a warning says how many were damaged.
 *
 * @param document the content of {@code run.json}
 */
public record RecordedRun(Path folder, RunDocument document) implements RecordedFolder {

  /** Parses a line. */
  @FunctionalInterface
  private interface LineParser {
    void parse(String line) throws IOException;
  }

  /**
   * Opens a folder.
   *
   * @throws RunFolderException if there is no run in it that this version can read
   */
  public static RecordedRun open(Path folder) throws RunFolderException, IOException {
    RunFiles.requireReadable(folder);
    Path file = folder.resolve(RunFiles.RUN);
    if (!Files.isRegularFile(file)) {
      throw new RunFolderException(
          folder
              + (Files.isRegularFile(folder.resolve(RunFiles.SCENARIO))
                  ? " holds a scenario's runs; name one of the folders in it"
                  : " is not a run folder: it has no "
                      + RunFiles.RUN
                      + "; name one written by --out"));
    }
    return new RecordedRun(folder, RunFiles.document(RunDocument.class, file));
  }

  /**
   * Passes each interval on, in order; only one is in memory at a time.
   *
   * @return how many lines were damaged
   */
  public long intervals(Consumer<Snapshot> consumer) throws IOException {
    try (IntervalReader reader = reader()) {
      for (Snapshot next = reader.next(); next != null; next = reader.next()) {
        consumer.accept(next);
      }
      return reader.damagedLines();
    }
  }

  /** Reads the intervals one by one; belongs to the caller. */
  public IntervalReader reader() throws IOException {
    return new IntervalReader(
        folder, document.summary().flatMap(RunOutcome::warmupSeconds).orElse(0.0));
  }

  @Override
  public List<String> variables() {
    return document.variables();
  }

  /** How many intervals there are, damaged ones included. */
  public long intervalCount() throws IOException {
    long[] count = {0};
    lines(RunFiles.INTERVALS_JSON, line -> count[0]++);
    return count[0];
  }

  /** The events, in order. */
  public RecordedEvents events() throws IOException {
    RecordedEvents events = new RecordedEvents(new ArrayList<>(), new ArrayList<>());
    lines(RunFiles.EVENTS, line -> EventJson.parse(line, events));
    return events;
  }

  /** The rows of {@code tries.csv}, the header first; empty if nothing was searched. */
  public List<List<String>> tries() throws IOException {
    return Csv.read(folder.resolve(RunFiles.TRIES));
  }

  /** The readings of the observers, in order. */
  public List<Observation> observations() throws IOException {
    List<Observation> observations = new ArrayList<>();
    lines(RunFiles.OBSERVATIONS, line -> observations.add(Observation.parse(line)));
    return observations;
  }

  /** Whether a file is there. */
  public boolean has(String name) {
    return Files.isRegularFile(folder.resolve(name));
  }

  /** Lines of a file that may not be there; those that cannot be parsed are left out. */
  private void lines(String name, LineParser parser) throws IOException {
    try (WholeLines lines = new WholeLines(folder.resolve(name))) {
      for (String line = lines.next(); line != null; line = lines.next()) {
        try {
          parser.parse(line);
        } catch (JSONException | IllegalArgumentException | DateTimeException e) {
          lines.leaveOut();
        }
      }
    }
  }
}
