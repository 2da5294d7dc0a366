package dev.sluice.control.format;

import java.time.Instant;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * A figure that was observed beside the load.
 *
 * @param time wall-clock time
 * @param sinceStartNanos time since the schedule started
 * @param subject what was observed: a process, a host, a queue
 * @param measure which figure of it: cpu, memory, depth
 * @param unit its unit; {@link #CORES} for processors kept busy
 * @param value the figure
 */
public record Observation(
    Instant time, long sinceStartNanos, String subject, String measure, String unit, double value) {

  /** The unit of processor use: 1 is one processor kept busy. */
  public static final String CORES = "cores";

  /** The measure of the busy share of all processors of a host, from 0 to 1. */
  public static final String CPU_SHARE = "cpu share";

  /** As a line of {@code observations.jsonl}. */
  public String line() {
    return new Json()
            .put("time", time().toString())
            .put("sinceStartNanos", sinceStartNanos())
            .put("subject", subject())
            .put("measure", measure())
            .put("unit", unit())
            .put("value", value())
        + "\n";
  }

  /**
   * Reads one line.
   *
   * @throws JSONException if it is not an observation
   */
  public static Observation parse(String line) {
    JSONObject json = new JSONObject(line);
    return new Observation(
        Instant.parse(json.getString("time")),
        json.getLong("sinceStartNanos"),
        json.getString("subject"),
        json.getString("measure"),
        json.getString("unit"),
        json.getDouble("value"));
  }
}
