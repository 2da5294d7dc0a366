package dev.sluice.control.analysis.compare;

import dev.sluice.control.format.Json;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.measure.Objective;
import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * One figure of one workload or step, in the baseline and in another run or sweep.
 *
 * @param subject the workload, or the step
 * @param metric the figure
 * @param run the name of the run
 * @param before the figure in the baseline: milliseconds, or a rate per second
 * @param after the figure in the run
 * @param pValue the probability of such a difference by chance, none if samples are too few
 * @param verdict what it means
 */
public record Difference(
    String subject,
    Metric metric,
    String run,
    double before,
    double after,
    OptionalDouble pValue,
    Verdict verdict) {

  private static final double PERCENT = 100;

  /** The meaning of a difference. */
  public enum Verdict {
    /** Too small to matter, if it is one at all. */
    SAME("same"),
    BETTER("better"),
    WORSE("worse"),
    /** Large enough to matter, but chance may explain it. */
    UNCONFIRMED("not confirmed"),
    /** There are too few intervals or rounds to tell. */
    UNKNOWN("too few"),
    /** A latency of which more than {@link Objective#HARNESS_SHARE} is the harness's own. */
    NOT_JUDGED("not judged: most of it is the harness's own lateness");

    private final String label;

    Verdict(String label) {
      this.label = label;
    }

    /** In words, about samples of that kind. */
    public String label(Samples.Kind kind) {
      return this == UNKNOWN ? label + " " + kind.samples : label;
    }
  }

  /** After relative to before, in percent; not a number if there was nothing before. */
  public double percent() {
    return before == 0 ? Double.NaN : (after - before) / before * PERCENT;
  }

  /**
   * Compares samples.
   *
   * @param thresholdPercent a difference up to this does not matter
   */
  static Difference of(
      String subject, Metric metric, Samples baseline, Samples run, double thresholdPercent) {
    double[] a = baseline.samples(subject, metric);
    double[] b = run.samples(subject, metric);
    Difference plain =
        new Difference(
            subject,
            metric,
            run.name,
            baseline.whole(subject, metric),
            run.whole(subject, metric),
            Significance.pValue(a, b),
            Verdict.UNKNOWN);
    if (metric.isTime()
        && Math.max(baseline.harnessShare(subject), run.harnessShare(subject))
            > Objective.HARNESS_SHARE) {
      return plain.with(Verdict.NOT_JUDGED);
    }
    if (plain.pValue.isEmpty()) {
      return plain;
    }
    boolean more = plain.after > plain.before;
    boolean confirmed =
        plain.pValue.getAsDouble() < Significance.LEVEL
            // the whole and its intervals must agree
            && more == Significance.median(b) > Significance.median(a);
    return plain.with(
        !(Math.abs(plain.percent()) > thresholdPercent)
            ? Verdict.SAME
            : !confirmed
                ? Verdict.UNCONFIRMED
                : more != metric.isTime() ? Verdict.BETTER : Verdict.WORSE);
  }

  private Difference with(Verdict found) {
    return new Difference(subject, metric, run, before, after, pValue, found);
  }

  Json json(Samples.Kind kind) {
    return new Json()
        .put(kind.subject, subject)
        .put("metric", metric.word())
        .put("unit", metric.isTime() ? "ms" : "/s")
        .put("run", run)
        .put("before", number(before))
        .put("after", number(after))
        .put("changePercent", number(percent()))
        .put("p", pValue.isEmpty() ? null : pValue.getAsDouble())
        .put("verdict", verdict);
  }

  /** JSON has no word for what is not a number. */
  private static Double number(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /**
   * Whether two runs differ by more than their intervals or rounds do among themselves: the
   * Mann-Whitney U test, which asks nothing of how samples are distributed. Pure functions.
   */
  static final class Significance {

    /** Fewer intervals than this say nothing: even if all of one run were above the other's. */
    static final int MIN_SAMPLES = 5;

    /** The chance of a false alarm that is accepted for each figure. */
    static final double LEVEL = 0.01;

    private Significance() {}

    /**
     * The probability of such a difference between samples of the same; none if there are too few.
     */
    static OptionalDouble pValue(double[] a, double[] b) {
      if (a.length < MIN_SAMPLES || b.length < MIN_SAMPLES) {
        return OptionalDouble.empty();
      }
      if (allSame(a, b)) {
        return OptionalDouble.of(1); // the test divides by the spread of the ranks
      }
      return OptionalDouble.of(MannWhitneyUTest.withDefaults().test(a, b).getPValue());
    }

    static double median(double[] samples) {
      double[] sorted = samples.clone();
      Arrays.sort(sorted);
      int middle = sorted.length / 2;
      return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static boolean allSame(double[] a, double[] b) {
      double first = a[0];
      return Arrays.stream(a).allMatch(x -> x == first)
          && Arrays.stream(b).allMatch(x -> x == first);
    }
  }
}
