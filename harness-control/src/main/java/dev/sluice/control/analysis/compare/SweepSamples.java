package dev.sluice.control.analysis.compare;

import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.recorded.StepTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The steps of a sweep; the rounds of a repeat are samples of one step. */
public final class SweepSamples implements Samples {

  private final String name;
  private final List<Metric> metrics;
  private final Optional<String> notComparable;
  private final Map<String, Map<Metric, List<Double>>> steps = new LinkedHashMap<>();

  private SweepSamples(String name, StepTable table) {
    this.name = name;
    this.notComparable =
        table.runs().entrySet().stream()
            .flatMap(
                run ->
                    RunSamples.harnessLimited(run.getValue()).stream()
                        .map(why -> Samples.notComparable(name, run.getKey() + ": " + why)))
            .findFirst();
    this.metrics =
        METRICS.stream().filter(metric -> table.header().contains(metric.column())).toList();
  }

  /**
   * The samples of several sweeps. A variable that has one value in each of them tells sweeps apart
   * and not their steps.
   *
   * @throws RunFolderException if a figure is not a number
   */
  public static List<SweepSamples> of(Map<String, StepTable> sweeps) throws RunFolderException {
    List<String> variables =
        sweeps.values().stream()
            .flatMap(table -> table.variables().stream().filter(each -> varies(table, each)))
            .distinct()
            .toList();
    List<SweepSamples> all = new ArrayList<>();
    for (Map.Entry<String, StepTable> sweep : sweeps.entrySet()) {
      all.add(of(sweep.getValue(), variables, sweep.getKey()));
    }
    return all;
  }

  private static boolean varies(StepTable table, String variable) {
    return table.rows().stream().map(row -> row.cell(variable)).distinct().count() > 1;
  }

  private static SweepSamples of(StepTable table, List<String> variables, String name)
      throws RunFolderException {
    SweepSamples samples = new SweepSamples(name, table);
    List<StepTable.Row> rows = table.rows();
    boolean several = rows.stream().map(row -> row.cell("workload")).distinct().count() > 1;
    for (StepTable.Row row : rows) {
      Map<Metric, List<Double>> figures =
          samples.steps.computeIfAbsent(step(row, variables, several), step -> new HashMap<>());
      for (Metric metric : samples.metrics) {
        List<Double> values = figures.computeIfAbsent(metric, first -> new ArrayList<>());
        row.number(metric.column()).ifPresent(values::add);
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

  @Override
  public Kind kind() {
    return Kind.SWEEP;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> subjects() {
    return List.copyOf(steps.keySet());
  }

  @Override
  public List<Metric> metrics() {
    return metrics;
  }

  @Override
  public Optional<String> notComparable() {
    return notComparable;
  }

  /** The mean of its rounds. */
  @Override
  public double whole(String subject, Metric metric) {
    return Arrays.stream(samples(subject, metric)).average().orElse(Double.NaN);
  }

  @Override
  public double[] samples(String subject, Metric metric) {
    return steps.getOrDefault(subject, Map.of()).getOrDefault(metric, List.of()).stream()
        .mapToDouble(Double::doubleValue)
        .toArray();
  }
}
