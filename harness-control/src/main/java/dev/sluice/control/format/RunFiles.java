package dev.sluice.control.format;

import static java.nio.file.LinkOption.NOFOLLOW_LINKS;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
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
   * The text of a description.
   *
   * @throws RunFolderException if this version cannot read it
   */
  public static String description(Path file) throws RunFolderException, IOException {
    try {
      String text = Files.readString(file);
      int format = new JSONObject(text).getInt("format");
      if (format != FORMAT) {
        throw new RunFolderException(
            file + " has format " + format + "; this version reads format " + FORMAT);
      }
      return text;
    } catch (JSONException | CharacterCodingException e) {
      throw new RunFolderException(file + " is damaged: " + e.getMessage(), e);
    }
  }

  /** Replaces a file at once: a reader finds the old content or the new. */
  public static void replace(Path file, String content) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(draft, content);
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      Files.deleteIfExists(draft);
      throw e;
    }
  }
}
