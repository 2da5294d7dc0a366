package dev.sluice.control.format;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Window;
import java.util.LinkedHashMap;
import java.util.Map;
import org.json.JSONObject;

/**
 * An interval as small as it can be kept.
 *
 * @param json all of it but its histograms
 * @param histograms encoded, by workload and by kind
 */
public record PackedInterval(String json, Map<String, Map<String, String>> histograms) {

  public static PackedInterval of(Snapshot interval) {
    Map<String, Map<String, String>> histograms = new LinkedHashMap<>();
    for (Window workload : interval.workloads()) {
      Map<String, String> kinds = new LinkedHashMap<>();
      workload.latencies().forEach((kind, nanos) -> kinds.put(kind.word(), nanos.encoded()));
      histograms.put(workload.name(), kinds);
    }
    return new PackedInterval(IntervalJson.line(interval), histograms);
  }

  public Snapshot interval() {
    return IntervalJson.parse(
        new JSONObject(json),
        workload -> {
          Map<String, Latency> latencies = new LinkedHashMap<>();
          histograms
              .getOrDefault(workload, Map.of())
              .forEach((kind, encoded) -> latencies.put(kind, Latency.decode(encoded)));
          return latencies;
        });
  }
}
