package dev.sluice.control.recorded;

import dev.sluice.control.format.IntervalJson;
import dev.sluice.control.format.RecordedInterval;
import dev.sluice.control.format.RunFiles;
import dev.sluice.core.stats.Latency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.util.Map;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * Reads the intervals of a run folder one after the other, with their histograms. Lines that are
 * damaged are passed over and counted. Owned by one thread.
 */
public final class IntervalReader implements AutoCloseable {

  private final WholeLines lines; // null if there are none
  private final RecordedHistograms histograms; // null if there are none
  private long damagedLines;

  IntervalReader(Path folder) throws IOException {
    Path intervals = folder.resolve(RunFiles.INTERVALS_JSON);
    Path log = folder.resolve(RunFiles.HISTOGRAMS);
    lines = Files.exists(intervals) ? new WholeLines(intervals) : null;
    histograms = Files.exists(log) ? new RecordedHistograms(log) : null;
  }

  /** The next interval, null after the last. */
  public RecordedInterval next() throws IOException {
    if (lines == null) {
      return null;
    }
    for (String line = lines.next(); line != null; line = lines.next()) {
      try {
        JSONObject json = new JSONObject(line);
        Map<String, Map<String, Latency>> found = histogramsOf(json);
        return IntervalJson.parse(json, name -> found.getOrDefault(name, Map.of()));
      } catch (JSONException | IllegalArgumentException | DateTimeException e) {
        damagedLines++;
      }
    }
    return null;
  }

  /** How many lines could not be understood so far. */
  public long damagedLines() {
    return damagedLines + (histograms == null ? 0 : histograms.damagedLines());
  }

  private Map<String, Map<String, Latency>> histogramsOf(JSONObject interval) throws IOException {
    return histograms == null
        ? Map.of()
        : histograms.of(
            interval.getLong("sinceStartNanos") - interval.getLong("lengthNanos"),
            interval.getBoolean("warmup"));
  }

  @Override
  public void close() throws IOException {
    if (lines != null) {
      lines.close();
    }
    if (histograms != null) {
      histograms.close();
    }
  }
}
