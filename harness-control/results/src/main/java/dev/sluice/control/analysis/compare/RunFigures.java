package dev.sluice.control.analysis.compare;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.RunDocument;
import dev.sluice.control.format.RunDocument.RunOutcome;
import dev.sluice.control.format.RunFiles;
import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.measure.Observations;
import dev.sluice.control.measure.StepRow;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.control.recorded.StepTable;
import dev.sluice.core.result.Hindrance;
import dev.sluice.core.result.Totals;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.stats.Gauge;
import dev.sluice.core.stats.Reach;
import dev.sluice.core.stats.Unit;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * One value of each figure of a run, or of one round of a sweep: the unit of comparisons, because
 * only runs are independent of each other. The warm-up is left out.
 *
 * @param name in a comparison
 * @param created when it was made
 * @param subjects what was measured, by workload or step
 * @param limited why it allows no conclusion, if it allows none
 */
public record RunFigures(
    String name, Instant created, Map<String, Sample> subjects, Optional<String> limited) {

  /** Those figures of objectives that are compared, in order: rates and times. */
  public static final List<Metric> METRICS =
      Stream.concat(
              Stream.of("achieved", "p50", "p90", "p99", "p99.9"),
              Gauge.reaching(Reach.LINES).stream()
                  .filter(each -> each.unit() == Unit.PER_SECOND || each.unit() == Unit.NANOS)
                  .map(Gauge::word))
          .map(Metric::of)
          .flatMap(Optional::stream)
          .toList();

  /** Targets that differ by less are the same: they are means over what was measured. */
  private static final double SAME_TARGET = 0.02;

  /** More do not tell better how far runs lie apart. */
  private static final int MOST_BESIDE = 30;

  /**
   * A workload of a run, or a step of a sweep.
   *
   * @param values times in milliseconds, rates per second; without those that were not measured
   * @param targetPerSecond over what was measured; 0 if there was none
   * @param late latencies of which most may be the harness's own lateness
   */
  public record Sample(Map<Metric, Double> values, double targetPerSecond, Set<Metric> late) {

    public Sample {
      values = Map.copyOf(values);
      late = Set.copyOf(late);
    }

    private static Sample of(Window done) {
      Map<Metric, Double> values = new HashMap<>();
      Observations judged = Observations.ofDone(done);
      for (Metric metric : METRICS) {
        OptionalDouble value = metric.in(judged);
        if (value.isPresent() && !Double.isNaN(value.getAsDouble())) {
          values.put(metric, value.getAsDouble() / (metric.isTime() ? NANOS_PER_MILLI : 1));
        }
      }
      return new Sample(
          values, done.targetPerSecond(), Set.copyOf(Objective.mostlyOwnLateness(METRICS, judged)));
    }
  }

  /** Those of a run. */
  public static RunFigures of(RecordedRun run, String name) throws IOException {
    Totals[] totals = {Totals.NOTHING};
    run.intervals(interval -> totals[0] = totals[0].then(interval));
    Map<String, Sample> subjects = new LinkedHashMap<>();
    for (String workload : totals[0].workloads()) {
      subjects.put(workload, Sample.of(totals[0].of(workload).sum()));
    }
    return new RunFigures(name, run.document().created(), subjects, limited(run));
  }

  /** What runs of the same plan have in common. */
  private static String plan(RecordedRun run) {
    RunDocument document = run.document();
    return document.id() + " " + document.setup().plan().orElse("");
  }

  /** Runs of the same plan in the folder that holds this one, but for those that are named. */
  public static List<RunFigures> beside(RecordedRun run, Collection<Path> named)
      throws IOException {
    try (Stream<Path> folders = Files.list(run.folder().toRealPath().resolveSibling("."))) {
      return ofSamePlan(run, named, folders.map(Path::normalize).sorted());
    }
  }

  /**
   * Runs of the same plan, but for those that are named.
   *
   * @param folders where they may be, by their real paths
   */
  public static List<RunFigures> ofSamePlan(
      RecordedRun run, Collection<Path> named, Stream<Path> folders) throws IOException {
    List<Path> known = new ArrayList<>();
    for (Path each : named) {
      known.add(each.toRealPath());
    }
    List<RunFigures> found = new ArrayList<>();
    for (Path each : (Iterable<Path>) folders::iterator) {
      if (found.size() == MOST_BESIDE) {
        break;
      }
      if (!known.contains(each) && Files.isRegularFile(each.resolve(RunFiles.RUN))) {
        addIfOfSamePlan(each, run, found);
      }
    }
    return found;
  }

  private static void addIfOfSamePlan(Path folder, RecordedRun run, List<RunFigures> found) {
    try {
      RecordedRun other = RecordedRun.open(folder);
      if (plan(other).equals(plan(run))) {
        RunFigures figures = of(other, folder.toString());
        if (figures.limited.isEmpty()) {
          found.add(figures);
        }
      }
    } catch (IOException e) {
      // a damaged neighbour is left out
    }
  }

  /**
   * Those of sweeps, by their names: one for each round. A variable that has one value in each of
   * them tells sweeps apart and not their steps.
   *
   * @throws RunFolderException if a figure is not a number
   */
  public static Map<String, List<RunFigures>> ofSweeps(Map<String, StepTable> sweeps)
      throws IOException {
    List<String> variables =
        sweeps.values().stream()
            .flatMap(table -> table.variables().stream().filter(each -> varies(table, each)))
            .filter(Predicate.not(StepRow.ROUND::equals))
            .distinct()
            .toList();
    Map<String, List<RunFigures>> all = new LinkedHashMap<>();
    for (Map.Entry<String, StepTable> sweep : sweeps.entrySet()) {
      all.put(sweep.getKey(), ofSweep(sweep.getKey(), sweep.getValue(), variables));
    }
    return all;
  }

  private static boolean varies(StepTable table, String variable) {
    return table.rows().stream().map(row -> row.cell(variable)).distinct().count() > 1;
  }

  private static List<RunFigures> ofSweep(String name, StepTable table, List<String> variables)
      throws IOException {
    boolean several = varies(table, "workload");
    List<Map<String, Sample>> rounds = new ArrayList<>();
    for (StepTable.Row row : table.rows()) {
      Map<Metric, Double> values = new HashMap<>();
      for (Metric metric : METRICS) {
        row.number(metric.column()).ifPresent(value -> values.put(metric, value));
      }
      String step = step(row, variables, several);
      List<String> late = List.of(row.cell(StepRow.OWN_LATENESS).split(" "));
      Sample subject =
          new Sample(
              values,
              row.number("target_per_second").orElse(0),
              METRICS.stream()
                  .filter(metric -> late.contains(metric.word()))
                  .collect(Collectors.toSet()));
      if (rounds.stream().allMatch(round -> round.containsKey(step))) {
        rounds.add(new LinkedHashMap<>());
      }
      rounds.stream()
          .filter(round -> !round.containsKey(step))
          .findFirst()
          .ifPresent(round -> round.put(step, subject));
    }
    Optional<String> limited = limited(table.runs());
    return rounds.stream()
        .map(round -> new RunFigures(name, Instant.EPOCH, round, limited))
        .toList();
  }

  /** Its name in the scenario, with the values of the loops that the name does not hold. */
  private static String step(StepTable.Row row, List<String> variables, boolean several) {
    String step = row.cell("step");
    List<String> parts = new ArrayList<>();
    parts.add(step);
    variables.stream()
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

  /** The first of these runs that says nothing about the broker, with the reason. */
  private static Optional<String> limited(Map<String, RecordedRun> runs) throws IOException {
    for (Map.Entry<String, RecordedRun> run : runs.entrySet()) {
      Optional<String> why = limited(run.getValue());
      if (why.isPresent()) {
        return Optional.of(run.getKey() + ": " + why.get());
      }
    }
    return Optional.empty();
  }

  /** Which workload was harness limited, and why; else whether the harness stood still. */
  private static Optional<String> limited(RecordedRun run) throws IOException {
    Optional<String> verdict =
        run.document().summary().stream()
            .flatMap(summary -> summary.workloads().stream())
            .filter(each -> each.verdict() == Verdict.Kind.HARNESS_LIMITED)
            .findFirst()
            .map(each -> each.name() + ": " + each.explanation());
    return verdict.isPresent() ? verdict : stoodStill(run);
  }

  /** Says if the harness stood still for too much of what a run measured. */
  public static Optional<String> stoodStill(RecordedRun run) throws IOException {
    Optional<RunOutcome> summary = run.document().summary();
    double warmup = NANOS_PER_SECOND * summary.flatMap(RunOutcome::warmupSeconds).orElse(0.0);
    double measured = NANOS_PER_SECOND * summary.map(RunOutcome::measuredSeconds).orElse(0.0);
    return Hindrance.stoodStill(
        run.events().run().stream().flatMap(event -> event.hindrance().stream()),
        (long) warmup,
        (long) (warmup + measured));
  }

  /** The values of a figure in these runs, in their order; of those that have it. */
  public static double[] values(List<RunFigures> runs, String subject, Metric metric) {
    return of(runs, subject)
        .filter(each -> each.values.containsKey(metric))
        .mapToDouble(each -> each.values.get(metric))
        .toArray();
  }

  /** Their logarithms: changes are ratios. That of 0 is very small, but finite. */
  public static double[] logs(List<RunFigures> runs, String subject, Metric metric) {
    return DoubleStream.of(values(runs, subject, metric))
        .map(value -> Math.log(Math.max(value, Double.MIN_NORMAL)))
        .toArray();
  }

  private static Stream<Sample> of(List<RunFigures> runs, String subject) {
    return runs.stream().map(run -> run.subjects.get(subject)).filter(each -> each != null);
  }

  /** Whether a figure may be mostly the harness's own lateness in any of them. */
  public static boolean isHarness(List<RunFigures> runs, String subject, Metric metric) {
    return of(runs, subject).anyMatch(each -> each.late.contains(metric));
  }

  /** Says if these runs had different targets for something. */
  public static Optional<String> differentTargets(List<RunFigures> runs, String subject) {
    List<Double> targets = of(runs, subject).map(Sample::targetPerSecond).sorted().toList();
    double least = targets.get(0);
    double most = targets.get(targets.size() - 1);
    return most - least > SAME_TARGET * most
        ? Optional.of(
            Figures.text(
                "%s is not comparable: its targets were %.1f/s and %.1f/s", subject, least, most))
        : Optional.empty();
  }
}
