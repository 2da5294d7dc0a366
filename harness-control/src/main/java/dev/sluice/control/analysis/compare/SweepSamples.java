package dev.sluice.control.analysis.compare;

import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.recorded.StepTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The steps of a sweep; the rounds of a repeat are samples of one step. */
public final class SweepSamples extends Samples {

  private final List<Metric> metrics;

  private SweepSamples(String name, StepTable table) {
    super(
        Kind.SWEEP,
        name,
        table.runs().entrySet().stream()
            .flatMap(
                run ->
                    RunSamples.harnessLimited(run.getValue()).stream()
                        .map(why -> run.getKey() + ": " + why))
            .findFirst());
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
      String step = step(row, variables, several);
      for (Metric metric : samples.metrics) {
        samples.add(step, metric, row.number(metric.column()));
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
  List<Metric> metrics() {
    return metrics;
  }

  /** The mean of its rounds. */
  @Override
  double whole(String subject, Metric metric) {
    return Arrays.stream(samples(subject, metric)).average().orElse(Double.NaN);
  }
}
