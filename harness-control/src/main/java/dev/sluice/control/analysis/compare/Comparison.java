package dev.sluice.control.analysis.compare;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;

import dev.sluice.control.analysis.compare.Difference.Significance;
import dev.sluice.control.format.Json;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.sink.console.Figures;
import java.util.ArrayList;
import java.util.List;

/**
 * Differences between the first of several runs or sweeps and each of the others.
 *
 * @param kind what is compared
 * @param baseline the name of the first
 * @param runs the names of those that it is compared with
 * @param thresholdPercent a difference up to this does not matter
 * @param differences every figure of every workload or step that the baseline has
 * @param missing workloads or steps that not all have, or that had other targets, one line each
 * @param notComparable runs from which nothing can be concluded, and why, one line each
 */
public record Comparison(
    Samples.Kind kind,
    String baseline,
    List<String> runs,
    double thresholdPercent,
    List<Difference> differences,
    List<String> missing,
    List<String> notComparable) {

  /** Targets that differ by less are the same: they are means over what was measured. */
  private static final double SAME_TARGET = 0.02;

  /**
   * Compares.
   *
   * @param runs at least two of one kind, the baseline first
   * @param thresholdPercent a difference up to this does not matter
   */
  public static Comparison of(List<Samples> runs, double thresholdPercent) {
    Samples baseline = runs.get(0);
    List<Samples> others =
        runs.stream()
            .skip(1)
            .filter(run -> baseline.notComparable.or(() -> run.notComparable).isEmpty())
            .toList();
    List<Difference> differences = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String subject : baseline.subjects()) {
      for (Samples run : others) {
        if (!run.subjects().contains(subject)) {
          missing.add(run.name + " has no " + baseline.kind.subject + " " + subject);
          continue;
        }
        double before = baseline.targetPerSecond(subject);
        double after = run.targetPerSecond(subject);
        if (Math.abs(after - before) > SAME_TARGET * Math.max(before, after)) {
          missing.add(
              Figures.text(
                  "%s had another target for %s: %.1f/s, not %.1f/s",
                  run.name, subject, after, before));
        }
        for (Metric metric : baseline.metrics) {
          differences.add(Difference.of(subject, metric, baseline, run, thresholdPercent));
        }
      }
    }
    return new Comparison(
        baseline.kind,
        baseline.name,
        others.stream().map(run -> run.name).toList(),
        thresholdPercent,
        List.copyOf(differences),
        List.copyOf(missing),
        runs.stream().flatMap(run -> run.notComparable.stream()).toList());
  }

  /** Whether anything got worse, so much that it matters and chance does not explain it. */
  public boolean regression() {
    return differences.stream().anyMatch(d -> d.verdict() == Difference.Verdict.WORSE);
  }

  /** Whether a run is not comparable, or a difference not judged. */
  public boolean notJudged() {
    return !notComparable.isEmpty()
        || differences.stream().anyMatch(d -> d.verdict() == Difference.Verdict.NOT_JUDGED);
  }

  /** Whether nothing can be said, because everything was measured too seldom. */
  public boolean unknown() {
    return differences.stream().allMatch(d -> d.verdict() == Difference.Verdict.UNKNOWN);
  }

  public Json json() {
    return new Json()
        .put("baseline", baseline)
        .put("runs", runs)
        .put("thresholdPercent", thresholdPercent)
        .put("significanceLevel", Significance.LEVEL)
        .put("regression", regression())
        .put("differences", differences.stream().map(each -> each.json(kind)).toList())
        .put("missing", missing)
        .put("notComparable", notComparable)
        .put("notJudged", notJudged());
  }

  /** For people. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("baseline " + baseline);
    int width =
        Math.max(8, differences.stream().mapToInt(d -> d.subject().length()).max().orElse(0));
    String row = "%-" + width + "s %-10s %12s %12s %9s %8s  %s";
    for (String run : runs) {
      lines.add("");
      lines.add("against  " + run);
      lines.add(
          Figures.text(row, kind.subject, "figure", "before", "after", "change", "p", "verdict"));
      differences.stream()
          .filter(d -> d.run().equals(run))
          .forEach(d -> lines.add(line(row, d, kind)));
    }
    lines.addAll(missing);
    lines.addAll(notComparable);
    lines.add("");
    lines.add(
        Figures.text(
            "%s; a change counts if it is above %s %% and the %s confirm it "
                + "(Mann-Whitney U, p < %s)",
            conclusion(), plain(thresholdPercent), kind.samples, plain(Significance.LEVEL)));
    return lines;
  }

  private String conclusion() {
    if (kind == Samples.Kind.SWEEP && unknown()) {
      return "too few rounds to tell (repeat each step " + Significance.MIN_SAMPLES + " times)";
    }
    return regression() ? "worse" : notJudged() ? "not judged" : "no regression";
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
