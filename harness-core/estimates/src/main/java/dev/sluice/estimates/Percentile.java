package dev.sluice.estimates;

import java.util.List;

/**
 * Percentiles with intervals by order statistics, which ask nothing of how values are distributed.
 *
 * <p>How many values are up to the percentile in each interval is a series, whose mean has an error
 * ({@link Series}). So the true percentile has a share of values up to it that lies within that
 * error, and the values of these ranks bound it (Woodruff 1952).
 *
 * <p>Few values are beyond a high percentile, and chance hides how their numbers hang together.
 * What makes a system slower for some time moves the middle as well, so the error takes its swing,
 * and its autocorrelation if that is greater.
 */
public final class Percentile {

  /** With fewer values beyond the percentile the greatest value does not bound it. */
  static final double MIN_BEYOND = 10;

  /** Values of a regular system tell more than independent ones, but not without limit. */
  private static final double MOST_GAIN = 4;

  /**
   * The error is that of counts up to the percentile found, which moves with them: so much of the
   * skewness is left.
   */
  private static final double SKEWNESS = 0.25;

  private Percentile() {}

  /**
   * Of a series of intervals.
   *
   * @param share 0.99 for p99
   * @param whole the values of all intervals
   * @param intervals those of each, in their order
   */
  public static Interval of(
      double share, Ranks whole, List<? extends Ranks> intervals, double level) {
    long n = whole.count();
    double value = value(share, whole);
    if (hasFewBeyond(share, n)) {
      return Interval.unknown(value, level);
    }
    Swing middle = Swing.of(excess(value(0.5, whole), whole, intervals));
    double[] excess = excess(value, whole, intervals);
    double turns = middle.turns > 0 ? middle.turns : Swing.of(excess).turns;
    Series found = Series.of(Swing.at(turns, excess), Series.autocorrelation(middle.rest));
    double perValue = (double) intervals.size() / n;
    double below = (double) whole.upTo(value) / n;
    double least = Math.sqrt(below * (1 - below) / (MOST_GAIN * n)) / perValue;
    Estimate mean = found.estimate();
    Interval upTo =
        new Series(
                new Estimate(mean.value(), Math.max(least, mean.standardError()), mean.freedom()),
                SKEWNESS * found.skewness())
            .interval(level);
    return upTo.known()
        ? new Interval(
            value,
            value(share - perValue * upTo.high(), whole),
            value(share - perValue * upTo.low(), whole),
            level,
            upTo.effectiveSamples())
        : Interval.unknown(value, level);
  }

  /** Whether too few values are expected beyond a share for it to be known. */
  public static boolean hasFewBeyond(double share, long values) {
    return Math.min(share, 1 - share) * values < MIN_BEYOND;
  }

  /** The value of a share as a histogram counts; not a number without values. */
  static double value(double share, Ranks values) {
    long n = values.count();
    return n == 0
        ? Double.NaN
        : values.value(Math.min(n, Math.max(1, (long) Math.ceil(share * n))));
  }

  /**
   * How many more values than those of the whole are up to a value, by interval. It is linear in
   * both counts: the share is a ratio where intervals differ in their counts.
   */
  private static double[] excess(double value, Ranks whole, List<? extends Ranks> intervals) {
    double below = (double) whole.upTo(value) / whole.count();
    return intervals.stream()
        .mapToDouble(each -> each.upTo(value) - below * each.count())
        .toArray();
  }
}
