package dev.sluice.control.fleet.run;

import dev.sluice.control.format.FigureJson;
import dev.sluice.control.format.Json;
import dev.sluice.core.result.Connections.Reconnects;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Unfinished;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.json.JSONArray;
import org.json.JSONException;
import org.json.JSONObject;

/**
 * The totals of an agent's part of a run, as they travel: what intervals do not tell.
 *
 * @param endReason why it ended, one phrase
 * @param cpuNanos processor time of its process while it was measured
 * @param processors how many processors the process may use
 * @param workloads by name
 * @param overflows what its outputs did not get
 * @param failures of threads of its process
 * @param unassigned iterations that fell due while it had no lease, by workload
 */
record FinalReport(
    String endReason,
    long cpuNanos,
    int processors,
    Map<String, Workload> workloads,
    List<Overflow> overflows,
    List<String> failures,
    Map<String, Double> unassigned) {

  /**
   * Those of one workload, of the whole run.
   *
   * @param whole all counts, warm-up and the end included
   * @param unfinished what was unfinished in the end
   * @param verdict what limited this agent's part of it
   * @param explanation of that, one sentence
   */
  record Workload(
      Counts whole,
      Unfinished unfinished,
      Map<String, Long> errorsByCause,
      Reconnects reconnects,
      int workersLost,
      Optional<DeliveryCounts> delivery,
      Verdict.Kind verdict,
      String explanation) {}

  static FinalReport of(Summary summary, Map<String, Double> unassigned) {
    Map<String, Workload> workloads = new TreeMap<>();
    for (Summary.Workload each : summary.workloads()) {
      workloads.put(
          each.name(),
          new Workload(
              each.wholeAccount().counts(),
              each.wholeAccount().after(),
              each.errorsByCause(),
              each.reconnects(),
              each.workersLost(),
              each.delivery(),
              each.verdict().kind(),
              each.verdict().explanation()));
    }
    return new FinalReport(
        summary.endReason(),
        summary.cpu().cpuNanos(),
        summary.cpu().processors(),
        workloads,
        summary.overflows(),
        summary.failures(),
        unassigned);
  }

  String text() {
    Json byName = new Json();
    workloads.forEach((name, each) -> byName.put(name, json(each)));
    return new Json()
        .put("endReason", endReason)
        .put("cpuNanos", cpuNanos)
        .put("processors", processors)
        .put("workloads", byName)
        .put(
            "overflows",
            overflows.stream()
                .map(
                    each ->
                        new Json()
                            .put("sink", each.sink())
                            .put("intervals", each.intervals())
                            .put("events", each.events()))
                .toList())
        .put("failures", failures)
        .put("unassigned", unassigned)
        .toString();
  }

  private static Json json(Workload workload) {
    Reconnects reconnects = workload.reconnects();
    Json json =
        new Json()
            .put("whole", FigureJson.addTo(new Json(), workload.whole()))
            .put("unfinished", FigureJson.of(workload.unfinished()))
            .put("errorsByCause", workload.errorsByCause())
            .put("reconnects", reconnects.count())
            .put("reconnectP50Nanos", reconnects.p50Nanos())
            .put("reconnectMaxNanos", reconnects.maxNanos())
            .put("notBack", reconnects.notBack())
            .put("workersLost", workload.workersLost())
            .put("verdict", workload.verdict().name())
            .put("explanation", workload.explanation());
    workload.delivery().ifPresent(found -> json.put("delivery", FigureJson.of(found)));
    return json;
  }

  /**
   * The reverse.
   *
   * @throws JSONException if the text is not one
   */
  static FinalReport parse(String text) {
    try {
      return parsed(new JSONObject(text));
    } catch (IllegalArgumentException e) {
      throw new JSONException("no final report", e);
    }
  }

  private static FinalReport parsed(JSONObject json) {
    Map<String, Workload> workloads = new TreeMap<>();
    JSONObject byName = json.getJSONObject("workloads");
    byName.keySet().forEach(name -> workloads.put(name, workload(byName.getJSONObject(name))));
    Map<String, Double> unassigned = new TreeMap<>();
    JSONObject lapsed = json.getJSONObject("unassigned");
    lapsed.keySet().forEach(name -> unassigned.put(name, lapsed.getDouble(name)));
    List<Overflow> overflows = new ArrayList<>();
    JSONArray missed = json.getJSONArray("overflows");
    for (int i = 0; i < missed.length(); i++) {
      JSONObject each = missed.getJSONObject(i);
      overflows.add(
          new Overflow(each.getString("sink"), each.getLong("intervals"), each.getLong("events")));
    }
    return new FinalReport(
        json.getString("endReason"),
        json.getLong("cpuNanos"),
        json.getInt("processors"),
        workloads,
        overflows,
        json.getJSONArray("failures").toList().stream().map(Object::toString).toList(),
        unassigned);
  }

  private static Workload workload(JSONObject json) {
    return new Workload(
        FigureJson.counts(json.getJSONObject("whole")),
        FigureJson.unfinished(json.getJSONObject("unfinished")),
        FigureJson.byName(json.getJSONObject("errorsByCause")),
        new Reconnects(
            json.getLong("reconnects"),
            json.getLong("reconnectP50Nanos"),
            json.getLong("reconnectMaxNanos"),
            json.getInt("notBack")),
        json.getInt("workersLost"),
        Optional.ofNullable(json.optJSONObject("delivery")).map(FigureJson::delivery),
        Verdict.Kind.valueOf(json.getString("verdict")),
        json.getString("explanation"));
  }
}
