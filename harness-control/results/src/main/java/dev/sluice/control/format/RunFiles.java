package dev.sluice.control.format;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.util.List;
import java.util.function.UnaryOperator;
import org.json.JSONException;
import org.json.JSONObject;

/** The files of a run folder. */
public final class RunFiles {

  /** The version of their form; a reader refuses another one. */
  public static final int FORMAT = 1;

  public static final String RUN = "run.json";
  public static final String INTERVALS_CSV = "intervals.csv";
  public static final String INTERVALS_BY_AGENT = "intervals-by-agent.csv";
  public static final String INTERVALS_JSON = "intervals.jsonl";
  public static final String EVENTS = "events.jsonl";
  public static final String HISTOGRAMS = "latency.hlog";
  public static final String STEPS = "steps.csv";
  public static final String TRIES = "tries.csv";
  public static final String SCENARIO = "scenario.json";
  public static final String OBSERVATIONS = "observations.jsonl";

  /** What each worker sent and received, if that is recorded. */
  public static final String HISTORY = "history.bin";

  /** The page for people. */
  public static final String REPORT = "report.html";

  private static final List<String> READ_WHOLE = List.of(RUN, STEPS, TRIES, SCENARIO);
  private static final List<String> ALL =
      List.of(
          RUN, INTERVALS_JSON, EVENTS, HISTOGRAMS, STEPS, TRIES, SCENARIO, OBSERVATIONS, HISTORY);
  private static final long MAX_BYTES = 16 << 20;

  /** Writes a whole file. */
  @FunctionalInterface
  private interface Writer {
    void write(Path file) throws IOException;
  }

  private RunFiles() {}

  /**
   * Refuses a folder of which a file is none that a run could have written: reading it might never
   * end, take all memory, or show a file that the folder's maker could not read.
   */
  public static void requireReadable(Path folder) throws RunFolderException, IOException {
    for (String name : ALL) {
      Path file = folder.resolve(name);
      if (Files.exists(file, NOFOLLOW_LINKS) && !Files.isRegularFile(file, NOFOLLOW_LINKS)) {
        throw new RunFolderException(file + " is not a regular file");
      }
      if (READ_WHOLE.contains(name) && Files.exists(file) && Files.size(file) > MAX_BYTES) {
        throw new RunFolderException(
            file + " has " + Files.size(file) + " bytes; no run writes more than " + MAX_BYTES);
      }
    }
  }

  /**
   * Reads a description.
   *
   * @throws RunFolderException if this version cannot read it
   */
  public static <T extends Record> T document(Class<T> type, Path file) throws IOException {
    try {
      JSONObject json = new JSONObject(Files.readString(file));
      int format = json.getInt("format");
      if (format != FORMAT) {
        throw new RunFolderException(
            file + " has format " + format + "; this version reads format " + FORMAT);
      }
      return RecordJson.read(type, json);
    } catch (JSONException
        | DateTimeException
        | IllegalArgumentException
        | CharacterCodingException e) {
      throw new RunFolderException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  /** Replaces a file at once: a reader finds the old content or the new. */
  public static void replace(Path file, String content) throws IOException {
    replace(file, draft -> Files.writeString(draft, content));
  }

  /** The same with a change of each of its lines. */
  public static void replaceLines(Path file, UnaryOperator<String> change) throws IOException {
    replace(
        file,
        draft -> {
          try (BufferedReader from = Files.newBufferedReader(file);
              BufferedWriter to = Files.newBufferedWriter(draft)) {
            for (String line = from.readLine(); line != null; line = from.readLine()) {
              to.append(change.apply(line)).append('\n');
            }
          }
        });
  }

  private static void replace(Path file, Writer writer) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try {
      writer.write(draft);
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft); // where that failed
    }
  }
}
