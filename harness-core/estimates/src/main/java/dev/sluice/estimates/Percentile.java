package dev.sluice.estimates;

import java.util.List;
import java.util.function.DoubleFunction;
import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Percentiles with intervals by order statistics, which ask nothing of how values are distributed.
 *
 * <p>Of n independent values the share below the true percentile has Jeffreys' interval (Brown, Cai
 * and DasGupta 2001), from quantiles of Beta(np + 1/2, n(1 - p) + 1/2), and the values of these
 * ranks bound the percentile. Latencies are not independent. The variance v of the share, from the
 * series of intervals, gives the number of independent values that would tell as much (Korn and
 * Graubard 1998):
 *
 * <pre>  p (1 - p) / v * (z / t)^2</pre>
 *
 * where t for z pays for the error of v. The interval of the share turned into one of values is
 * Woodruff's (1952).
 *
 * <p>Few values are beyond a high percentile, and chance hides how their numbers hang together.
 * What makes a system slower for some time moves the middle as well, so v takes its swing, and its
 * autocorrelation if that is greater.
 */
public final class Percentile {

  /** With fewer values beyond the percentile the greatest value does not bound it. */
  static final double MIN_BEYOND = 10;

  /** Values of a regular system tell more than independent ones, but not without limit. */
  private static final double MOST_GAIN = 4;

  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  private Percentile() {}

  /**
   * Of values that tell as much as {@code effective} independent ones.
   *
   * @param share 0.99 for p99
   */
  public static Interval of(double share, Ranks values, double effective, double level) {
    return of(share, values, new Known(share, effective), level);
  }

  private static Interval of(double share, Ranks values, Known known, double level) {
    long n = values.count();
    if (n == 0) {
      return Interval.unknown(Double.NaN, level);
    }
    double value = values.value(rank(share, n));
    double effective = known.effective;
    if (!(effective > 0) || Math.min(share, 1 - share) * n < MIN_BEYOND) {
      return Interval.unknown(value, level);
    }
    double below = Math.min(1, Math.max(0, known.share));
    BetaDistribution shares =
        BetaDistribution.of(effective * below + 0.5, effective * (1 - below) + 0.5);
    double tail = (1 - level) / 2;
    return new Interval(
        value,
        values.value(rank(shares.inverseCumulativeProbability(tail), n)),
        values.value(rank(shares.inverseSurvivalProbability(tail), n)),
        level,
        effective);
  }

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
    if (n == 0) {
      return Interval.unknown(Double.NaN, level);
    }
    double value = whole.value(rank(share, n));
    double middle = whole.value(rank(0.5, n));
    Swing swing = Swing.of(excess(middle, whole, intervals));
    double autocorrelation = Series.autocorrelation(swing.rest);
    double turns = swing.turns > 0 ? swing.turns : Swing.of(excess(value, whole, intervals)).turns;
    DoubleFunction<Known> upTo =
        each -> known(share, each, whole, intervals, turns, autocorrelation, level);
    Known first = upTo.apply(value);
    Interval found = of(share, whole, first, level);
    if (!found.known()) {
      return found;
    }
    // values come in larger clumps nearer to the middle, where the truth may be as well
    Known inner = upTo.apply(share < 0.5 ? found.high() : found.low());
    return of(
        share,
        whole,
        new Known((first.share + inner.share) / 2, Math.sqrt(first.effective * inner.effective)),
        level);
  }

  /**
   * What is known of the share up to the true percentile.
   *
   * @param share in these values: the true one, but for the last turn of a swing
   * @param effective how many independent values would tell as much
   */
  private record Known(double share, double effective) {}

  private static Known known(
      double share,
      double value,
      Ranks whole,
      List<? extends Ranks> intervals,
      double turns,
      double autocorrelation,
      double level) {
    Swing swing = Swing.at(turns, excess(value, whole, intervals));
    Estimate mean = Series.of(swing, autocorrelation).estimate();
    if (!(mean.freedom() > 0)) {
      return new Known(share, 0);
    }
    long n = whole.count();
    double perValue = (double) intervals.size() / n;
    double below = (double) whole.upTo(value) / n;
    double variance = Math.pow(mean.standardError() * perValue, 2);
    double correction =
        NORMAL.inverseSurvivalProbability((1 - level) / 2)
            / Estimate.quantile(mean.freedom(), level);
    double found = below * (1 - below) / variance * correction * correction;
    // not a number if all values are the same
    return new Known(
        share - mean.value() * perValue, found < MOST_GAIN * n ? found : MOST_GAIN * n);
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

  /** The rank of a share, as a histogram counts. */
  private static long rank(double share, long n) {
    return Math.min(n, Math.max(1, (long) Math.ceil(share * n)));
  }
}
