package dev.sluice.control.fleet.run;

import dev.sluice.control.format.IntervalJson;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.RecordedInterval;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Latency;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.json.JSONException;
import org.json.JSONObject;

/** An interval of an agent as it travels, with all its histograms, and back. Pure functions. */
final class IntervalReport {

  private static final String INTERVAL = "interval";
  private static final String HISTOGRAMS = "histograms";

  private IntervalReport() {}

  /** As it travels. */
  static String text(RecordedInterval interval) {
    Json byWorkload = new Json();
    for (Snapshot.Workload workload : interval.snapshot().workloads()) {
      Json histograms = new Json();
      workload
          .measures()
          .latencies()
          .forEach((kind, nanos) -> histograms.put(kind.figureName().word(), nanos.encoded()));
      byWorkload.put(workload.name(), histograms);
    }
    return new Json()
        .put(INTERVAL, new Json.Raw(IntervalJson.line(interval).strip()))
        .put(HISTOGRAMS, byWorkload)
        .toString();
  }

  /**
   * The reverse.
   *
   * @throws JSONException if it is not one
   */
  static RecordedInterval parse(JSONObject json) {
    JSONObject histograms = json.getJSONObject(HISTOGRAMS);
    return IntervalJson.parse(
        json.getJSONObject(INTERVAL), workload -> decoded(histograms.optJSONObject(workload)));
  }

  private static Map<String, Latency> decoded(JSONObject histograms) {
    Map<String, Latency> latencies = new HashMap<>();
    if (histograms != null) {
      for (String word : new LinkedHashMap<>(histograms.toMap()).keySet()) {
        try {
          latencies.put(word, Latency.decode(histograms.getString(word)));
        } catch (IllegalArgumentException e) {
          throw new JSONException("no histogram: " + word, e);
        }
      }
    }
    return latencies;
  }
}
