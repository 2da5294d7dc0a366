package dev.sluice.control.catalogue;

import dev.sluice.control.format.FigureJson;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RecordedScenario;
import dev.sluice.core.result.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.json.JSONArray;
import org.json.JSONObject;

/** Reads what the catalogue lists of a run folder. Pure but for the files. */
final class FolderReading {

  private static final int LONGEST_TEXT = 1000;

  private FolderReading() {}

  /** Reads a folder; one that cannot be read is damaged. */
  static RunEntry of(Path root, String path) {
    try {
      Path folder = root.resolve(path);
      return of(path, folder, RecordedRun.open(folder));
    } catch (RunFolderException e) {
      return damaged(path, e.getMessage().replace(root.resolve(path).toString(), path));
    } catch (IOException e) {
      return damaged(path, "it cannot be read: " + e.getMessage());
    } catch (RuntimeException e) { // whatever somebody wrote into it
      return damaged(path, RunFiles.RUN + " is damaged: " + e.getMessage());
    }
  }

  private static RunEntry damaged(String path, String why) {
    return new RunEntry(
        Map.of(RunColumn.PATH, path, RunColumn.STATE, "damaged", RunColumn.DAMAGE, text(why)),
        List.of(),
        Map.of());
  }

  private static RunEntry of(String path, Path folder, RecordedRun run) throws IOException {
    JSONObject description = run.description();
    JSONObject summary = description.optJSONObject("summary");
    if (summary != null && !run.has(RunFiles.INTERVALS_JSON)) {
      return damaged(path, RunFiles.INTERVALS_JSON + " is missing");
    }
    Map<String, String> labels = new TreeMap<>();
    JSONObject given = description.optJSONObject("labels", new JSONObject());
    given.keySet().forEach(key -> labels.put(text(key), text(given.optString(key))));
    Map<RunColumn, Object> values = new EnumMap<>(RunColumn.class);
    values.put(RunColumn.PATH, path);
    values.put(RunColumn.ID, description.optString("id"));
    values.put(RunColumn.STATE, description.getString("state"));
    values.put(
        RunColumn.CREATED,
        Instant.parse(description.getString("created")).truncatedTo(ChronoUnit.MILLIS));
    values.put(
        RunColumn.HOST, description.optJSONObject("host", new JSONObject()).optString("name"));
    values.put(RunColumn.PROVIDER, description.optString("provider"));
    values.put(RunColumn.SCENARIO, scenarioOf(path, folder));
    values.put(RunColumn.WORKLOADS, names(description));
    List<ObjectiveResult> objectives = ObjectiveResult.list(description.optJSONArray("objectives"));
    values.put(
        RunColumn.OBJECTIVES,
        objectives.isEmpty() ? "" : ObjectiveResult.Outcome.of(objectives).label());
    values.put(
        RunColumn.LABELS,
        labels.entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(" ")));
    List<RunEntry.Workload> workloads = new ArrayList<>();
    if (summary != null) {
      double measured = summary.optDouble("measuredSeconds", Double.NaN);
      if (Double.isFinite(measured)) {
        values.put(RunColumn.MEASURED, measured);
      }
      addFigures(summary.getJSONArray("workloads"), values, workloads);
    }
    values.replaceAll(
        (column, value) ->
            value instanceof String full && column != RunColumn.PATH ? text(full) : value);
    return new RunEntry(values, workloads, labels);
  }

  /** Adds each workload, and puts what they have in common among the values. */
  private static void addFigures(
      JSONArray summaries, Map<RunColumn, Object> values, List<RunEntry.Workload> workloads) {
    double target = 0;
    double achieved = 0; // of those that have a target
    Verdict.Kind gravest = Verdict.Kind.UNLIMITED;
    for (JSONObject workload : Json.objects(summaries)) {
      Verdict.Kind verdict = FigureJson.verdictKind(workload);
      gravest = verdict.compareTo(gravest) > 0 ? verdict : gravest;
      double done = workload.getDouble("achievedPerSecond");
      double asked = workload.getDouble("targetPerSecond");
      values.putIfAbsent(RunColumn.ACHIEVED, done); // of the first, unless there are targets
      target += asked > 0 ? asked : 0;
      achieved += asked > 0 ? done : 0;
      JSONObject latencies = workload.optJSONObject("latencyMillis", new JSONObject());
      headline(latencies)
          .ifPresent(
              latency -> {
                values.merge(RunColumn.P50, latency.getDouble("p50"), FolderReading::larger);
                values.merge(RunColumn.P99, latency.getDouble("p99"), FolderReading::larger);
              });
      Map<String, Double> figures = new HashMap<>();
      for (WorkloadFigure figure : WorkloadFigure.ALL) {
        figure.in(workload).ifPresent(value -> figures.put(figure.column(), value));
      }
      workloads.add(new RunEntry.Workload(text(workload.getString("name")), figures));
    }
    if (target > 0) {
      values.put(RunColumn.TARGET, target);
      values.put(RunColumn.ACHIEVED, achieved);
      values.put(RunColumn.RATIO, achieved / target);
    }
    values.put(RunColumn.VERDICT, gravest.label());
  }

  /** The latency that is shown first: from the intended start where there was a schedule. */
  private static Optional<JSONObject> headline(JSONObject latencies) {
    return Stream.of("latency", "service")
        .map(latencies::optJSONObject)
        .filter(latency -> latency != null && latency.has("p99"))
        .findFirst();
  }

  private static Object larger(Object one, Object other) {
    return Math.max((Double) one, (Double) other);
  }

  private static String scenarioOf(String path, Path folder) {
    Path parent = folder.getParent();
    int slash = path.lastIndexOf('/');
    return parent != null && slash > 0 && RecordedScenario.isIn(parent)
        ? path.substring(0, slash)
        : "";
  }

  private static String names(JSONObject description) {
    return Json.objects(description.optJSONArray("workloads")).stream()
        .map(each -> each.getString("name"))
        .collect(Collectors.joining(", "));
  }

  /** Cut, because a text in a file may have any length. */
  private static String text(String value) {
    return value.length() > LONGEST_TEXT ? value.substring(0, LONGEST_TEXT) : value;
  }
}
