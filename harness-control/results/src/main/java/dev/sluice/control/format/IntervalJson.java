package dev.sluice.control.format;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * {@code intervals.jsonl}: an interval as one JSON object, and back. Percentiles are written for
 * others to read; what is read back comes from the histogram log. Pure functions.
 */
public final class IntervalJson {

  private IntervalJson() {}

  public static String line(Snapshot snapshot) {
    List<Json> workloads = snapshot.workloads().stream().map(IntervalJson::json).toList();
    return new Json()
            .put("interval", snapshot.number())
            .put("time", snapshot.time().toString())
            .put("sinceStartNanos", snapshot.sinceStartNanos())
            .put("lengthNanos", snapshot.lengthNanos())
            .put("warmup", snapshot.warmup())
            .put("id", snapshot.runId())
            .put("cpuCores", Csv.number(snapshot.cpuCores()))
            .put("workloads", workloads)
        + "\n";
  }

  /**
   * Reads one.
   *
   * @param histograms those of a workload, by {@link LatencyKind}
   * @throws JSONException if it is not an interval
   */
  public static Snapshot parse(JSONObject json, Function<String, Map<String, Latency>> histograms) {
    long lengthNanos = json.getLong("lengthNanos");
    List<Window> workloads =
        Json.objects(json.getJSONArray("workloads")).stream()
            .map(each -> workload(each, lengthNanos, histograms.apply(each.getString("name"))))
            .toList();
    return snapshot(json, json.getLong("sinceStartNanos"), lengthNanos, workloads);
  }

  /** Takes what lines of {@code watch json} name in the same way. */
  public static Snapshot snapshot(
      JSONObject json, long sinceStartNanos, long lengthNanos, List<Window> workloads) {
    return new Snapshot(
        json.getLong("interval"),
        Instant.parse(json.getString("time")),
        sinceStartNanos,
        lengthNanos,
        json.getBoolean("warmup"),
        json.getString("id"),
        json.optDouble("cpuCores", 0),
        workloads);
  }

  /** The same of a workload. */
  public static Window workload(
      JSONObject json,
      long lengthNanos,
      double asked,
      Counts counts,
      Map<LatencyKind, Latency> latencies,
      Unfinished unfinished,
      Optional<DeliveryCounts> delivery) {
    return new Window(
        json.getString("name"),
        lengthNanos,
        asked,
        counts,
        latencies,
        List.of(),
        new Standing(
            json.getInt("workersUp"),
            json.getInt("workers"),
            json.getDouble(Gauge.TARGET_NOW.key()),
            Json.word(json, "mode", PaceMode.class),
            unfinished,
            json.getLong("totalIterations"),
            FigureJson.connections(json),
            FigureJson.byName(json.getJSONObject("totalErrorsByCause")),
            delivery));
  }

  private static Json json(Window workload) {
    Json json = new Json().put("name", workload.name()).put("mode", workload.end().mode());
    FigureJson.FIRST.forEach(gauge -> json.put(gauge.key(), Csv.value(gauge, workload)));
    json.put(Gauge.TARGET_NOW.key(), workload.end().targetNowPerSecond()) // read back as it is
        .put("due", workload.counts().due())
        .put("asked", workload.asked())
        .put("unfinished", workload.unfinished())
        .put("unfinishedBefore", workload.unfinishedBefore());
    FigureJson.addTo(json, workload.counts())
        .put("totalIterations", workload.end().totalIterations());
    FigureJson.addTo(json, workload.end().connections())
        .put("totalErrorsByCause", workload.end().errorsByCause());
    workload.end().delivery().ifPresent(delivery -> json.put("delivery", FigureJson.of(delivery)));
    FigureJson.addOthers(json, gauge -> Csv.value(gauge, workload), FigureJson.UNFINISHED);
    return json.put("latencyMillis", FigureJson.latencies(workload));
  }

  private static Window workload(
      JSONObject json, long lengthNanos, Map<String, Latency> histograms) {
    Map<LatencyKind, Latency> latencies = new EnumMap<>(LatencyKind.class);
    for (LatencyKind kind : LatencyKind.values()) {
      latencies.put(kind, histograms.getOrDefault(kind.word(), Latency.NONE));
    }
    return workload(
        json,
        lengthNanos,
        json.optDouble("asked", json.getDouble("due")),
        FigureJson.counts(json),
        latencies,
        RecordJson.read(Unfinished.class, json.getJSONObject("unfinished")),
        Optional.ofNullable(json.optJSONObject("delivery")).map(FigureJson::delivery));
  }
}
