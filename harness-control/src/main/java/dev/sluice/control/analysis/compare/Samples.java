package dev.sluice.control.analysis.compare;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.FigureJson;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.measure.Judged;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.StepTable;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Totals;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.json.JSONObject;

/**
 * The data of one run or sweep for a comparison: each metric of each interval that was measured, or
 * of each round of a repeat, and of the whole. The warm-up is left out.
 */
public final class Samples {

  /** Those figures of objectives that are compared, in order: rates and times. */
  static final List<Metric> METRICS =
      Stream.of("achieved", "p50", "p90", "p99", "p99.9")
          .map(Metric::of)
          .flatMap(Optional::stream)
          .toList();

  /** The kind of results that are compared. */
  public enum Kind {
    /** Workloads of runs, by their intervals. */
    RUN("workload", "intervals"),
    /** Steps of sweeps, by the rounds of a repeat. */
    SWEEP("step", "rounds");

    final String subject;

    /** The periods in which a figure was measured several times. */
    final String samples;

    Kind(String subject, String samples) {
      this.subject = subject;
      this.samples = samples;
    }
  }

  final Kind kind;
  final String name; // in a comparison
  final List<Metric> metrics;

  /** Why nothing can be concluded from it, in one line with its name. */
  final Optional<String> notComparable;

  private final Map<String, Map<Metric, List<Double>>> samples = new LinkedHashMap<>();
  private Totals totals = Totals.NOTHING; // of a run

  private Samples(Kind kind, String name, List<Metric> metrics, Optional<String> why) {
    this.kind = kind;
    this.name = name;
    this.metrics = metrics;
    this.notComparable = why.map(each -> name + " is not comparable: " + each);
  }

  /**
   * Those of a run.
   *
   * @throws RunFolderException if its description is damaged
   */
  public static Samples ofRun(RecordedRun run, String name) throws IOException {
    JSONObject description = run.description();
    Path file = run.folder().resolve(RunFiles.RUN);
    Samples found =
        RunFolderException.naming(
            file, () -> new Samples(Kind.RUN, name, METRICS, harnessLimited(description)));
    // the end of the run may cut an interval short: no sample to set beside full ones
    double shortestNanos =
        RunFolderException.naming(file, () -> description.getDouble("intervalSeconds"))
            / 2
            * NANOS_PER_SECOND;
    run.intervals(interval -> found.add(interval, shortestNanos));
    return found;
  }

  /**
   * Those of several sweeps. A variable that has one value in each of them tells sweeps apart and
   * not their steps.
   *
   * @throws RunFolderException if a figure is not a number
   */
  public static List<Samples> ofSweeps(Map<String, StepTable> sweeps) throws RunFolderException {
    List<String> variables =
        sweeps.values().stream()
            .flatMap(table -> table.variables().stream().filter(each -> varies(table, each)))
            .distinct()
            .toList();
    List<Samples> all = new ArrayList<>();
    for (Map.Entry<String, StepTable> sweep : sweeps.entrySet()) {
      all.add(ofSweep(sweep.getValue(), variables, sweep.getKey()));
    }
    return all;
  }

  private static boolean varies(StepTable table, String variable) {
    return table.rows().stream().map(row -> row.cell(variable)).distinct().count() > 1;
  }

  private static Samples ofSweep(StepTable table, List<String> variables, String name)
      throws RunFolderException {
    Optional<String> why =
        table.runs().entrySet().stream()
            .flatMap(
                run ->
                    harnessLimited(run.getValue()).stream()
                        .map(limited -> run.getKey() + ": " + limited))
            .findFirst();
    List<Metric> metrics =
        METRICS.stream().filter(metric -> table.header().contains(metric.column())).toList();
    Samples samples = new Samples(Kind.SWEEP, name, metrics, why);
    boolean several = varies(table, "workload");
    for (StepTable.Row row : table.rows()) {
      String step = step(row, variables, several);
      for (Metric metric : metrics) {
        samples.add(step, metric, row.number(metric.column()).orElse(Double.NaN));
      }
    }
    return samples;
  }

  /** Its name in the scenario, with the values of the loops that the name does not hold. */
  private static String step(StepTable.Row row, List<String> variables, boolean several) {
    String step = row.cell("step");
    List<String> parts = new ArrayList<>();
    parts.add(step);
    variables.stream()
        .filter(Predicate.not(StepTable.ROUND::equals))
        .filter(variable -> !row.cell(variable).isEmpty() && !holds(step, row.cell(variable)))
        .forEach(variable -> parts.add(variable + " " + row.cell(variable)));
    if (several) {
      parts.add(row.cell("workload"));
    }
    return String.join(", ", parts);
  }

  /** As a word of its own: the 1 in {@code 10 threads} is not the value 1. */
  private static boolean holds(String step, String value) {
    return Pattern.compile("(?<![\\w.])" + Pattern.quote(value) + "(?![\\w.])")
        .matcher(step)
        .find();
  }

  /** Which workload of a run was, and why. */
  private static Optional<String> harnessLimited(JSONObject description) {
    JSONObject summary = description.optJSONObject("summary", new JSONObject());
    return Json.objects(summary.optJSONArray("workloads")).stream()
        .filter(each -> FigureJson.verdictKind(each) == Verdict.Kind.HARNESS_LIMITED)
        .findFirst()
        .map(
            each ->
                each.getString("name") + " was harness limited; " + each.getString("explanation"));
  }

  /** The subjects with figures, in order. */
  List<String> subjects() {
    return List.copyOf(samples.keySet());
  }

  /** The figure of the whole, of a sweep the mean of its rounds; not a number without any. */
  double whole(String subject, Metric metric) {
    return kind == Kind.RUN
        ? total(subject).map(sum -> figure(metric, sum)).orElse(Double.NaN)
        : Arrays.stream(samples(subject, metric)).average().orElse(Double.NaN);
  }

  /** The target over what was measured; 0 if there is none, or it is not one. */
  double targetPerSecond(String subject) {
    return total(subject).map(Window::targetPerSecond).orElse(0.0);
  }

  /** The share of its latency that is the harness's own lateness, 0 to 1; 0 if it is not known. */
  double harnessShare(String subject) {
    return total(subject)
        .map(
            done ->
                Verdict.harnessShare(
                    done.counts().ownLatenessNanos(), done.latency(), done.latency().meanNanos()))
        .orElse(0.0);
  }

  /** The figures of each interval or round in which something was measured, in order. */
  double[] samples(String subject, Metric metric) {
    return samples.getOrDefault(subject, Map.of()).getOrDefault(metric, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** A workload of a run over all that was measured. */
  Optional<Window> total(String workload) {
    return totals.has(workload) ? Optional.of(totals.of(workload).sum()) : Optional.empty();
  }

  private void add(Snapshot snapshot, double shortestNanos) {
    totals = totals.then(snapshot);
    boolean sample = !snapshot.warmup() && snapshot.lengthNanos() >= shortestNanos;
    for (Window workload : snapshot.workloads()) {
      samples.computeIfAbsent(workload.name(), first -> new HashMap<>());
      if (sample) {
        METRICS.forEach(metric -> add(workload.name(), metric, figure(metric, workload)));
      }
    }
  }

  private void add(String subject, Metric metric, double figure) {
    Map<Metric, List<Double>> figures = samples.computeIfAbsent(subject, first -> new HashMap<>());
    if (!Double.isNaN(figure)) {
      figures.computeIfAbsent(metric, first -> new ArrayList<>()).add(figure);
    }
  }

  /** In milliseconds if it is a time; not a number if nothing was measured. */
  private static double figure(Metric metric, Window workload) {
    double value = metric.in(Judged.ofDone(workload)).orElse(Double.NaN);
    return metric.isTime() ? value / NANOS_PER_MILLI : value;
  }
}
