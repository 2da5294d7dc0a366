package dev.sluice.control.recorded;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.HistogramLog.HistogramTag;
import dev.sluice.control.format.IntervalJson;
import dev.sluice.control.format.RunFiles;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Latency;
import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.HashMap;
import java.util.Map;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Reads the intervals of a run folder in order, with their histograms; damaged lines are left out.
 * One thread owns it.
 */
public final class IntervalReader implements AutoCloseable {

  private final WholeLines lines;
  private final RecordedHistograms histograms;
  private final double warmupSeconds;

  /**
   * @param warmupSeconds what was left out in the end: intervals do not say so that proved to be a
   *     warm-up only then
   */
  IntervalReader(Path folder, double warmupSeconds) throws IOException {
    this.warmupSeconds = warmupSeconds;
    lines = new WholeLines(folder.resolve(RunFiles.INTERVALS_JSON));
    histograms = new RecordedHistograms(folder.resolve(RunFiles.HISTOGRAMS));
  }

  /** The next interval, null after the last. */
  public Snapshot next() throws IOException {
    for (String line = lines.next(); line != null; line = lines.next()) {
      try {
        JSONObject json = new JSONObject(line);
        Map<String, Map<String, Latency>> found =
            histograms.of(
                json.getLong("sinceStartNanos") - json.getLong("lengthNanos"),
                json.getBoolean("warmup"));
        Snapshot next = IntervalJson.parse(json, name -> found.getOrDefault(name, Map.of()));
        double middleNanos = next.sinceStartNanos() - next.lengthNanos() / 2.0;
        return middleNanos < warmupSeconds * NANOS_PER_SECOND ? next.asWarmup() : next;
      } catch (JSONException | IllegalArgumentException | DateTimeException e) {
        lines.leaveOut();
      }
    }
    return null;
  }

  /** How many lines were left out so far. */
  public long damagedLines() {
    return lines.damaged() + histograms.lines.damaged();
  }

  @Override
  public void close() throws IOException {
    lines.close();
    histograms.close();
  }

  /**
   * Reads a histogram log interval by interval, beside the file of intervals; damaged lines are
   * left out. Owned by one thread.
   */
  static final class RecordedHistograms implements AutoCloseable {

    /** Times in the log have three decimals. */
    private static final double TOLERANCE_SECONDS = 0.0006;

    /** One histogram and when its interval began. */
    private record TimedHistogram(HistogramTag tag, double startSeconds, Latency histogram) {}

    private final WholeLines lines;
    private TimedHistogram next;

    RecordedHistograms(Path log) throws IOException {
      lines = new WholeLines(log);
      advance();
    }

    /**
     * The histograms of the interval that began then, by workload and kind. Intervals are asked for
     * in their order.
     *
     * @param warmup whether it belongs to the warm-up
     */
    Map<String, Map<String, Latency>> of(long startNanos, boolean warmup) throws IOException {
      double startSeconds = startNanos / NANOS_PER_SECOND;
      Map<String, Map<String, Latency>> found = new HashMap<>();
      while (next != null && next.startSeconds < startSeconds - TOLERANCE_SECONDS) {
        advance(); // of an interval whose own line is damaged
      }
      while (next != null
          && next.startSeconds <= startSeconds + TOLERANCE_SECONDS
          && next.tag.warmup() == warmup) {
        Map<String, Latency> ofWorkload =
            found.computeIfAbsent(next.tag.workload(), name -> new HashMap<>());
        if (ofWorkload.putIfAbsent(next.tag.kind(), next.histogram) != null) {
          break; // the next interval began within the same millisecond
        }
        advance();
      }
      return found;
    }

    private void advance() throws IOException {
      String line;
      do {
        line = lines.next();
        next = line == null ? null : parse(line);
      } while (line != null && next == null);
    }

    /** A line, or null if there is no histogram in it. */
    private TimedHistogram parse(String line) {
      if (line.isEmpty() || line.startsWith("#") || line.startsWith("\"")) {
        return null; // comments and the legend
      }
      String[] fields = line.split(",", 5);
      try {
        if (fields.length != 5 || !fields[0].startsWith("Tag=")) {
          throw new IllegalArgumentException("no tagged histogram");
        }
        return new TimedHistogram(
            HistogramTag.parse(fields[0].substring("Tag=".length())),
            Double.parseDouble(fields[1]),
            Latency.decode(fields[4]));
      } catch (IllegalArgumentException e) {
        lines.leaveOut();
        return null;
      }
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }
}
