package dev.sluice.control.results.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The files of a run folder. */
public final class RunFiles {

  /** The version of their form; a reader refuses another one. */
  public static final int FORMAT = 1;

  static final String RUN = "run.json";
  static final String INTERVALS_CSV = "intervals.csv";
  static final String INTERVALS_JSON = "intervals.jsonl";
  static final String EVENTS = "events.jsonl";
  static final String HISTOGRAMS = "latency.hlog";
  static final String STEPS = "steps.csv";
  static final String TRIES = "tries.csv";
  static final String SCENARIO = "scenario.json";
  static final String OBSERVATIONS = "observations.jsonl";

  /** The page for people. */
  public static final String REPORT = "report.html";

  private RunFiles() {}

  /** Replaces a file at once: a reader finds the old content or the new. */
  static void replace(Path file, String content) throws IOException {
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
