package dev.sluice.control.analysis.merge;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.FigureJson;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.RunFiles;
import dev.sluice.core.result.RunBatches;
import dev.sluice.core.result.Totals;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Window;
import dev.sluice.estimates.Batches;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.json.JSONObject;

/** {@code run.json} of runs that were joined. Pure functions. */
final class MergedDescription {

  private MergedDescription() {}

  /**
   * The description.
   *
   * @param whole the sums of the joined intervals
   * @param batches the same intervals, from which errors are known
   */
  static Json of(
      String id,
      Instant base,
      double intervalSeconds,
      List<MergeSource> sources,
      Totals whole,
      RunBatches batches) {
    boolean done = sources.stream().allMatch(source -> summary(source) != null);
    Json json =
        new Json()
            .put("format", RunFiles.FORMAT)
            .put("id", id)
            .put("state", done ? "done" : "running")
            .put("created", base.toString());
    if (done) {
      json.put("summary", summary(base, sources, whole, batches));
    }
    ofScenarios(json, sources);
    return json.put("merged", sources.stream().map(source -> source(source, base)).toList())
        .put("host", host(sources))
        .put(
            "clock",
            "intervals are aligned by the wall clock of each host: if clocks differ, "
                + "curves are shifted against each other by the difference; percentiles do not "
                + "depend on it")
        .put("intervalSeconds", intervalSeconds)
        .put("configuration", configurations(sources));
  }

  /** Findings of scenarios; variables are those of the table of steps that was taken over. */
  private static void ofScenarios(Json json, List<MergeSource> sources) {
    for (String member : List.of("objectives", "findings")) {
      json.putAny(
          member,
          sources.stream()
              .map(source -> source.run.description().optJSONArray(member))
              .flatMap(each -> Json.objects(each).stream())
              .map(JSONObject::toMap)
              .toList());
    }
    sources.stream()
        .map(source -> source.run.variables())
        .filter(variables -> !variables.isEmpty())
        .findFirst()
        .ifPresent(variables -> json.put("variables", variables));
  }

  private static Json source(MergeSource source, Instant base) {
    JSONObject description = source.run.description();
    return new Json()
        .put("name", source.name)
        .put("host", description.getJSONObject("host").getString("name"))
        .put("started", source.started.toString())
        .put("offsetSeconds", Csv.seconds(Duration.between(base, source.started).toNanos()))
        .put("state", description.getString("state"));
  }

  private static Json host(List<MergeSource> sources) {
    Map<String, JSONObject> hosts = new TreeMap<>();
    for (MergeSource source : sources) {
      JSONObject host = source.run.description().getJSONObject("host");
      hosts.put(host.getString("name"), host);
    }
    JSONObject first = hosts.values().iterator().next();
    return new Json()
        .put("name", String.join(" + ", hosts.keySet()))
        .put("operatingSystem", first.getString("operatingSystem"))
        .put("processors", hosts.values().stream().mapToInt(h -> h.getInt("processors")).sum())
        .put(
            "maxHeapBytes", hosts.values().stream().mapToLong(h -> h.getLong("maxHeapBytes")).sum())
        .put("zone", first.getString("zone"));
  }

  private static Json configurations(List<MergeSource> sources) {
    Json json = new Json();
    sources.forEach(
        source ->
            json.put(source.name, source.run.description().getJSONObject("configuration").toMap()));
    return json;
  }

  private static Json summary(
      Instant base, List<MergeSource> sources, Totals whole, RunBatches batches) {
    return new Json()
        .put("started", base.toString())
        .put("measuredSeconds", Csv.seconds(whole.measuredNanos()))
        .put("endReason", "merged from " + sources.size() + " runs")
        .put("clean", sources.stream().allMatch(source -> summary(source).getBoolean("clean")))
        .put("cpuCores", Csv.number(whole.cpuCores()))
        .put(
            "workloads",
            whole.workloads().stream()
                .map(name -> workload(whole.of(name), sources, batches.of(name)))
                .toList());
  }

  /** Rates are the sums of what each run had over its own time. */
  private static Json workload(
      Totals.OfWorkload whole, List<MergeSource> sources, Batches batches) {
    String name = whole.sum().name();
    List<Window> sums =
        sources.stream()
            .flatMap(MergeSource::sums)
            .filter(each -> each.name().equals(name))
            .toList();
    List<JSONObject> told = new ArrayList<>();
    List<String> explanations = new ArrayList<>();
    for (MergeSource source : sources) {
      for (JSONObject each : Json.objects(summary(source).getJSONArray("workloads"))) {
        if (each.getString("name").equals(name)) {
          told.add(each);
          explanations.add(source.name + ": " + each.getString("explanation"));
        }
      }
    }
    // kinds stand from the best to the worst: what holds for one run holds for all together
    Verdict.Kind verdict =
        told.stream()
            .map(FigureJson::verdictKind)
            .reduce(Verdict.Kind.UNLIMITED, BinaryOperator.maxBy(Comparator.naturalOrder()));
    Json json =
        new Json()
            .put("name", name)
            .put("achievedPerSecond", sum(sums, Window::achievedPerSecond))
            .put("targetPerSecond", sum(sums, Window::targetPerSecond))
            .put("ratio", Csv.ratio(whole.sum().ratio()))
            .put("verdict", verdict)
            .put("explanation", String.join("; ", explanations))
            .put("account", FigureJson.account(whole.sum()))
            .put("wholeAccount", wholeAccount(told));
    FigureJson.addTo(json, whole.sum().counts());
    for (String total :
        List.of("totalIterations", "totalInDoubt", "totalRolledBack", "workersLost")) {
      json.put(total, told.stream().mapToLong(each -> each.optLong(total)).sum());
    }
    return json.put("latencyMillis", FigureJson.latencies(whole.sum(), batches));
  }

  /** With what no interval has: the time it took each run to end. */
  private static Json wholeAccount(List<JSONObject> told) {
    List<JSONObject> accounts =
        told.stream()
            .flatMap(each -> Stream.ofNullable(each.optJSONObject("wholeAccount")))
            .toList();
    Json sum = new Json();
    for (String term : FigureJson.account(Window.none("")).members().keySet()) {
      sum.put(term, accounts.stream().mapToLong(each -> each.optLong(term)).sum());
    }
    return sum;
  }

  private static Number sum(List<Window> sums, ToDoubleFunction<Window> rate) {
    return Csv.number(sums.stream().mapToDouble(rate).sum());
  }

  private static JSONObject summary(MergeSource source) {
    return source.run.description().optJSONObject("summary");
  }
}
