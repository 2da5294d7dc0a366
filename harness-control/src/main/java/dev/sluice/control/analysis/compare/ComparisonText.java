package dev.sluice.control.analysis.compare;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

import dev.sluice.control.measure.Metric;
import dev.sluice.control.sink.console.Figures;
import java.util.ArrayList;
import java.util.List;

/** A comparison as lines for people. Pure functions. */
public final class ComparisonText {

  private ComparisonText() {}

  public static List<String> of(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add("baseline " + comparison.baseline());
    int width =
        Math.max(
            8,
            comparison.differences().stream().mapToInt(d -> d.subject().length()).max().orElse(0));
    String row = "%-" + width + "s %-10s %12s %12s %9s %8s  %s";
    for (String run : comparison.runs()) {
      lines.add("");
      lines.add("against  " + run);
      lines.add(
          Figures.text(
              row,
              comparison.kind().subject(),
              "figure",
              "before",
              "after",
              "change",
              "p",
              "verdict"));
      comparison.differences().stream()
          .filter(d -> d.run().equals(run))
          .forEach(d -> lines.add(line(row, d, comparison.kind())));
    }
    lines.addAll(comparison.missing());
    lines.addAll(comparison.notComparable());
    lines.add("");
    lines.add(
        Figures.text(
            "%s; a change counts if it is above %s %% and the %s confirm it "
                + "(Mann-Whitney U, p < %s)",
            conclusion(comparison),
            plain(comparison.thresholdPercent()),
            comparison.kind().samples(),
            plain(Significance.LEVEL)));
    return lines;
  }

  private static String conclusion(Comparison comparison) {
    if (comparison.kind() == Samples.Kind.SWEEP && comparison.unknown()) {
      return "too few rounds to tell (repeat each step " + Significance.MIN_SAMPLES + " times)";
    }
    return comparison.regression()
        ? "worse"
        : comparison.notJudged() ? "not judged" : "no regression";
  }

  private static String line(String row, Difference difference, Samples.Kind kind) {
    return Figures.text(
        row,
        difference.subject(),
        difference.metric().word() + (difference.metric().isTime() ? "" : "/s"),
        figure(difference.metric(), difference.before()),
        figure(difference.metric(), difference.after()),
        Double.isNaN(difference.percent()) ? "-" : Figures.text("%+.1f %%", difference.percent()),
        difference.pValue().isEmpty()
            ? "-"
            : difference.pValue().getAsDouble() < 0.001
                ? "<0.001"
                : Figures.text("%.3f", difference.pValue().getAsDouble()),
        difference.verdict().label(kind));
  }

  private static String figure(Metric metric, double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return metric.isTime()
        ? Figures.latency(Math.round(value * NANOS_PER_MILLI))
        : Figures.rate(value);
  }

  private static String plain(double value) {
    return java.math.BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }
}
