package dev.sluice.control.analysis.compare;

import java.util.OptionalDouble;

/**
 * One figure of one workload, in a run and in the run it is held against.
 *
 * @param workload the workload
 * @param metric the figure
 * @param run the name of the run
 * @param before the figure in the baseline
 * @param after the figure in the run
 * @param pValue the probability of such a difference by chance, none if intervals are too few
 * @param verdict what it means
 */
public record Difference(
    String workload,
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
    /** There are too few intervals to tell. */
    UNKNOWN("too few intervals");

    private final String label;

    Verdict(String label) {
      this.label = label;
    }

    public String label() {
      return label;
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
      String workload,
      Metric metric,
      RunSamples baseline,
      RunSamples run,
      double thresholdPercent) {
    double[] a = baseline.samples(workload, metric);
    double[] b = run.samples(workload, metric);
    Difference plain =
        new Difference(
            workload,
            metric,
            run.name(),
            baseline.total(workload).map(metric::of).orElse(Double.NaN),
            run.total(workload).map(metric::of).orElse(Double.NaN),
            Significance.pValue(a, b),
            Verdict.UNKNOWN);
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
                : more == metric.moreIsBetter() ? Verdict.BETTER : Verdict.WORSE);
  }

  private Difference with(Verdict found) {
    return new Difference(workload, metric, run, before, after, pValue, found);
  }
}
