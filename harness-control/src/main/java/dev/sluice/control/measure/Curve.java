package dev.sluice.control.measure;

import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.law.Answer;
import dev.sluice.estimates.law.Point;
import dev.sluice.estimates.law.Scaling;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * How the rate of a run goes with what its steps vary.
 *
 * @param rows those without a target, in their order
 */
record Curve(List<StepRow> rows) {

  /** The part of the peak that is as good as the peak. */
  private static final double KNEE = 0.95;

  /** The row with the highest rate. */
  StepRow peak() {
    return rows.stream().max(Comparator.comparingDouble(Curve::rate)).orElseThrow();
  }

  /** Its peak with its law, in one line; with its knee where no law can be known. */
  String text(Scaling scaling) {
    StepRow peak = peak();
    return "peak: "
        + peak.achievedText()
        + " at "
        + peak.name()
        + law(scaling).orElseGet(() -> knee(peak));
  }

  /** By the one variable that varies, if it is a number and errors are known. */
  private Optional<String> law(Scaling scaling) {
    List<String> varied =
        rows.stream()
            .flatMap(row -> row.kind().variables().keySet().stream())
            .distinct()
            .filter(
                name ->
                    rows.stream().map(row -> row.kind().variables().get(name)).distinct().count()
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
            .allMatch(same -> same.stream().map(StepRow::kind).distinct().count() == 1);
    boolean known =
        points.size() < rows.size()
            || rows.stream().allMatch(row -> row.known(Metric.ACHIEVED).known());
    boolean positive = rows.stream().allMatch(row -> rate(row) > 0 && value(row, variable) > 0);
    if (!rounds || !known || !positive) {
      return Optional.empty();
    }
    Answer answer =
        scaling.of(
            points.entrySet().stream().map(each -> point(each.getKey(), each.getValue())).toList());
    return answer.laws().isEmpty()
        ? Optional.empty()
        : Optional.of("; by " + variable + ": " + answer.sentence());
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
    Interval known = row.known(Metric.ACHIEVED);
    return known.known() ? known.estimate() : new Estimate(rate(row), Double.NaN, 0);
  }

  /**
   * The first row that may be near the peak, as far as its error goes. The curve must rise to it: a
   * row that moved within the errors is not a knee.
   */
  private String knee(StepRow peak) {
    double near = KNEE * rate(peak);
    int first = 0;
    while (rate(rows.get(first)) + error(rows.get(first)) < near) {
      first++;
    }
    StepRow row = rows.get(first);
    return first > 0 && row.number() != peak.number() && rises(rows.get(first - 1), row)
        ? "; knee: " + row.achievedText() + " at " + row.name()
        : "";
  }

  private static boolean rises(StepRow from, StepRow to) {
    return rate(to) - rate(from) > Math.hypot(error(from), error(to));
  }

  private static double rate(StepRow row) {
    return row.done().achievedPerSecond();
  }

  /** Of the rate; 0 if it is unknown. */
  private static double error(StepRow row) {
    Interval known = row.known(Metric.ACHIEVED);
    return known.known() ? known.error() : 0;
  }
}
