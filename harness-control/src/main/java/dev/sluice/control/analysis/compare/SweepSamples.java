package dev.sluice.control.analysis.compare;

import dev.sluice.control.recorded.StepTable;
import dev.sluice.control.scenario.measure.Metric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The steps of a sweep; the rounds of a repeat are samples of one step. */
public final class SweepSamples implements Samples {

  private static final Map<String, String> COLUMNS =
      Map.of("achieved", "achieved_per_second", "p50", "p50_ms", "p99", "p99_ms");

  private final String name;
  private final Map<String, List<StepTable.Row>> steps = new LinkedHashMap<>();

  private SweepSamples(String name) {
    this.name = name;
  }

  /**
   * The samples of several sweeps. A variable that has one value in each of them tells sweeps apart
   * and not their steps.
   */
  public static List<SweepSamples> of(Map<String, StepTable> sweeps) {
    List<String> variables =
        sweeps.values().stream()
            .flatMap(table -> table.variables().stream().filter(each -> varies(table, each)))
            .distinct()
            .toList();
    return sweeps.entrySet().stream()
        .map(sweep -> of(sweep.getValue(), variables, sweep.getKey()))
        .toList();
  }

  private static boolean varies(StepTable table, String variable) {
    return table.rows().stream().map(row -> row.cell(variable)).distinct().count() > 1;
  }

  private static SweepSamples of(StepTable table, List<String> variables, String name) {
    SweepSamples samples = new SweepSamples(name);
    List<StepTable.Row> rows = table.rows();
    boolean several = rows.stream().map(row -> row.cell("workload")).distinct().count() > 1;
    for (StepTable.Row row : rows) {
      samples
          .steps
          .computeIfAbsent(step(row, variables, several), step -> new ArrayList<>())
          .add(row);
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
    return METRICS.stream().filter(metric -> COLUMNS.containsKey(metric.word())).toList();
  }

  /** The mean of its rounds. */
  @Override
  public double whole(String subject, Metric metric) {
    return Arrays.stream(samples(subject, metric)).average().orElse(Double.NaN);
  }

  @Override
  public double[] samples(String subject, Metric metric) {
    return steps.getOrDefault(subject, List.of()).stream()
        .map(row -> row.cell(COLUMNS.get(metric.word())))
        .filter(Predicate.not(String::isEmpty))
        .mapToDouble(Double::parseDouble)
        .toArray();
  }
}
