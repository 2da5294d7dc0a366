package dev.sluice.control.catalogue;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunDocument.RunSetup;
import dev.sluice.control.format.RunDocument.WorkloadOutcome;
import dev.sluice.control.format.RunDocument.WorkloadSetup;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.RecordedScenario;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    RunDocument document = run.document();
    if (document.summary().isPresent() && !run.has(RunFiles.INTERVALS_JSON)) {
      return damaged(path, RunFiles.INTERVALS_JSON + " is missing");
    }
    Map<String, String> labels = new TreeMap<>();
    document
        .setup()
        .labels()
        .ifPresent(
            all -> all.forEach((key, value) -> labels.put(text(key), text(String.valueOf(value)))));
    Map<RunColumn, Object> values = new EnumMap<>(RunColumn.class);
    values.put(RunColumn.PATH, path);
    values.put(RunColumn.ID, document.id());
    values.put(RunColumn.STATE, document.state().name().toLowerCase(Locale.ROOT));
    values.put(RunColumn.CREATED, document.created().truncatedTo(ChronoUnit.MILLIS));
    values.put(RunColumn.HOST, document.setup().host().name());
    values.put(RunColumn.PROVIDER, document.setup().provider().orElse(""));
    values.put(RunColumn.SCENARIO, scenarioOf(path, folder));
    values.put(RunColumn.WORKLOADS, names(document.setup()));
    values.put(
        RunColumn.OBJECTIVES,
        document.objectives().isEmpty()
            ? ""
            : ObjectiveResult.Judgement.of(document.objectives()).label());
    values.put(
        RunColumn.LABELS,
        labels.entrySet().stream()
            .map(label -> label.getKey() + "=" + label.getValue())
            .collect(Collectors.joining(" ")));
    List<RunEntry.WorkloadTotals> workloads = new ArrayList<>();
    document
        .summary()
        .ifPresent(
            summary -> {
              values.put(RunColumn.MEASURED, summary.measuredSeconds());
              addFigures(summary.workloads(), values, workloads);
            });
    values.values().removeIf(value -> value instanceof Double number && !Double.isFinite(number));
    values.replaceAll(
        (column, value) ->
            value instanceof String full && column != RunColumn.PATH ? text(full) : value);
    return new RunEntry(values, workloads, labels);
  }

  /** Adds each workload, and puts what they have in common among the values. */
  private static void addFigures(
      List<WorkloadOutcome> outcomes,
      Map<RunColumn, Object> values,
      List<RunEntry.WorkloadTotals> workloads) {
    double target = 0;
    double achieved = 0; // of those that have a target
    Verdict.Kind gravest = Verdict.Kind.UNLIMITED;
    for (WorkloadOutcome workload : outcomes) {
      Verdict.Kind verdict = workload.verdict();
      gravest = verdict.compareTo(gravest) > 0 ? verdict : gravest;
      double done = workload.achievedPerSecond().value();
      double asked = workload.targetPerSecond();
      values.putIfAbsent(RunColumn.ACHIEVED, done); // of the first, unless there are targets
      target += asked > 0 ? asked : 0;
      achieved += asked > 0 ? done : 0;
      headline(workload)
          .ifPresent(
              kind -> {
                merge(values, RunColumn.P50, workload.latencyMillis(kind, Latency.word(50)));
                merge(values, RunColumn.P99, workload.latencyMillis(kind, Latency.word(99)));
              });
      Map<String, Double> figures = new HashMap<>();
      for (WorkloadFigure figure : WorkloadFigure.ALL) {
        figure.in(workload).ifPresent(value -> figures.put(figure.column(), value));
      }
      workloads.add(new RunEntry.WorkloadTotals(text(workload.name()), figures));
    }
    if (target > 0) {
      values.put(RunColumn.TARGET, target);
      values.put(RunColumn.ACHIEVED, achieved);
      values.put(RunColumn.RATIO, achieved / target);
    }
    values.put(RunColumn.VERDICT, gravest.label());
  }

  /** The latency that is shown first: from the intended start where there was a schedule. */
  private static Optional<LatencyKind> headline(WorkloadOutcome workload) {
    return Stream.of(LatencyKind.LATENCY, LatencyKind.SERVICE)
        .filter(kind -> !Double.isNaN(workload.latencyMillis(kind, Latency.word(99))))
        .findFirst();
  }

  private static void merge(Map<RunColumn, Object> values, RunColumn column, double millis) {
    values.merge(column, millis, (one, other) -> Math.max((Double) one, (Double) other));
  }

  private static String scenarioOf(String path, Path folder) {
    Path parent = folder.getParent();
    int slash = path.lastIndexOf('/');
    return parent != null && slash > 0 && RecordedScenario.isIn(parent)
        ? path.substring(0, slash)
        : "";
  }

  private static String names(RunSetup setup) {
    return setup.workloads().stream().map(WorkloadSetup::name).collect(Collectors.joining(", "));
  }

  /** Cut, because a text in a file may have any length. */
  private static String text(String value) {
    return value.length() > LONGEST_TEXT ? value.substring(0, LONGEST_TEXT) : value;
  }
}
