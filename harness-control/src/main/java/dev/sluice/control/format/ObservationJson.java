package dev.sluice.control.format;

import java.time.Instant;
import org.json.JSONException;
import org.json.JSONObject;

/** {@code observations.jsonl}: an observation as one JSON object, and back. Pure functions. */
public final class ObservationJson {

  private ObservationJson() {}

  public static String line(Observation observation) {
    return new Json()
            .put("time", observation.time().toString())
            .put("sinceStartNanos", observation.sinceStartNanos())
            .put("subject", observation.subject())
            .put("measure", observation.measure())
            .put("unit", observation.unit())
            .put("value", observation.value())
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
