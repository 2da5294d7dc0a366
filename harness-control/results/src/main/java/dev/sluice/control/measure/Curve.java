package dev.sluice.control.measure;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.SweepLaw;
import dev.sluice.control.format.SweepLaw.LatencyPoint;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.law.Peak;
import dev.sluice.estimates.law.Point;
import dev.sluice.estimates.law.Scaling;
import dev.sluice.estimates.law.ScalingResult;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How the rate of a run goes with what its steps vary: rounds of a step are one point. */
final class Curve {

  private final List<StepRow> rows;
  private final List<StepRow> steps; // the first of each treatment, in the order of rates
  private final List<Interval> rates;
  private final Peak peak;

  /**
   * @param rows at least one without a target, in their order
   */
  Curve(List<StepRow> rows) {
    this.rows = rows;
    Map<StepRow.Treatment, List<StepRow>> treatments =
        rows.stream()
            .collect(
                Collectors.groupingBy(StepRow::treatment, LinkedHashMap::new, Collectors.toList()));
    steps = treatments.values().stream().map(same -> same.get(0)).toList();
    rates = treatments.values().stream().map(Curve::rate).toList();
    peak = Peak.of(rates);
  }

  /** A row of the step with the highest rate. */
  StepRow peak() {
    return steps.get(peak.at());
  }

  /** The highest rate. */
  double highest() {
    return rates.get(peak.at()).value();
  }

  /** Its peak with its law, in one line; with its knee where no law can be known. */
  String text(Optional<SweepLaw> law) {
    return "peak: "
        + text(peak.at())
        + law.map(each -> "; by " + each.variable() + ": " + each.sentence())
            .orElseGet(
                () -> peak.knee().isPresent() ? "; knee: " + text(peak.knee().getAsInt()) : "");
  }

  private String text(int step) {
    return Figures.rate(rates.get(step)) + " at " + steps.get(step).name();
  }

  /** By the one variable that varies, if it is a number and errors are known. */
  Optional<SweepLaw> law(Scaling scaling) {
    List<String> varied =
        rows.stream()
            .flatMap(row -> row.treatment().variables().keySet().stream())
            .distinct()
            .filter(
                name ->
                    rows.stream()
                            .map(row -> row.treatment().variables().get(name))
                            .distinct()
                            .count()
                        > 1)
            .toList();
    if (varied.size() != 1) {
      return Optional.empty();
    }
    String variable = varied.get(0);
    Map<Double, List<StepRow>> points =
        rows.stream()
            .collect(
                Collectors.groupingBy(
                    row -> value(row, variable), TreeMap::new, Collectors.toList()));
    boolean rounds =
        points.values().stream()
            .allMatch(same -> same.stream().map(StepRow::treatment).distinct().count() == 1);
    boolean known =
        points.size() < rows.size() || rows.stream().allMatch(row -> known(row).known());
    boolean positive = rows.stream().allMatch(row -> rate(row) > 0 && value(row, variable) > 0);
    if (!rounds || !known || !positive) {
      return Optional.empty();
    }
    ScalingResult result =
        scaling.of(
            points.entrySet().stream().map(each -> point(each.getKey(), each.getValue())).toList());
    return result.laws().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new SweepLaw(
                variable,
                units(variable),
                result.sentence(),
                result.capacities(),
                points.entrySet().stream()
                    .map(each -> new LatencyPoint(each.getKey(), longest(each.getValue())))
                    .toList()));
  }

  /** By the last step's name, if that begins with its value; else the name of the variable. */
  private String units(String variable) {
    StepRow last = rows.get(rows.size() - 1);
    String value = last.variables().get(variable) + " ";
    return last.name().startsWith(value)
        ? last.name().substring(value.length())
        : variable.replace('-', ' ');
  }

  private static Map<String, Number> longest(List<StepRow> rounds) {
    Map<String, Number> millis = new LinkedHashMap<>();
    for (Metric metric : Metric.ALL.stream().filter(Metric::isLatency).toList()) {
      rounds.stream()
          .flatMapToDouble(row -> metric.in(Observations.of(row.done())).stream())
          .max()
          .ifPresent(longest -> millis.put(metric.word(), Csv.millis(longest)));
    }
    return millis;
  }

  /** Not a number if the variable has none in this row. */
  private static double value(StepRow row, String variable) {
    try {
      return Double.parseDouble(row.variables().getOrDefault(variable, ""));
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static Point point(double value, List<StepRow> rounds) {
    return new Point(
        value,
        rounds.stream().map(Curve::estimate).toList(),
        rounds.stream()
            .map(row -> row.beside().processorShares().entrySet())
            .flatMap(Collection::stream)
            .collect(
                Collectors.groupingBy(
                    Map.Entry::getKey, Collectors.averagingDouble(Map.Entry::getValue))));
  }

  private static Estimate estimate(StepRow row) {
    return known(row).known() ? known(row).estimate() : new Estimate(rate(row), Double.NaN, 0);
  }

  private static double rate(StepRow row) {
    return row.done().achievedPerSecond();
  }

  private static Interval known(StepRow row) {
    return row.known(Metric.ACHIEVED);
  }

  /** The mean of rounds. */
  private static Interval rate(List<StepRow> rounds) {
    double[] rates = rounds.stream().mapToDouble(Curve::rate).toArray();
    Interval mean =
        rates.length == 1
            ? rounds.get(0).achieved()
            : Estimate.ofSamples(rates).interval(Estimated.LEVEL);
    return mean.orUnknown();
  }
}
