package dev.sluice.estimates;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * Few independent values, of which nothing is known but their order. The value of rank r of n is
 * above the quantile of a share with the probability that at most r - 1 of n values are below it
 * (Wilks 1941), which is binomial and asks nothing of how values are distributed.
 */
public final class OrderStatistics {

  private final double[] sorted;

  public OrderStatistics(double... values) {
    sorted = values.clone();
    Arrays.sort(sorted);
  }

  /**
   * A value that a share of all are below.
   *
   * @param confidence with which it is
   */
  public record Bound(double value, double confidence) {}

  /** How many there are. */
  public int count() {
    return sorted.length;
  }

  public double greatest() {
    return sorted[sorted.length - 1];
  }

  /** The middle one, or the mean of two, with its interval; that needs six values at 95 %. */
  public Interval median(double level) {
    int n = sorted.length;
    double value = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    int rank = rank(0.5, (1 + level) / 2);
    return rank > n
        ? Interval.unknown(value, level)
        : new Interval(value, sorted[n - rank], sorted[rank - 1], level, n);
  }

  /**
   * The lowest value that bounds a share with this confidence; else the greatest, with what it has;
   * empty if that is less likely than not.
   *
   * @param share 0.95 for 95 % of all values that may come
   */
  public Optional<Bound> upper(double share, double level) {
    int rank = Math.min(sorted.length, rank(share, level));
    double confidence = rank == 0 ? 0 : below(share).cumulativeProbability(rank - 1);
    return confidence < 0.5
        ? Optional.empty()
        : Optional.of(new Bound(sorted[rank - 1], confidence));
  }

  /** How many values it takes until the greatest bounds a share with this confidence. */
  public static int needed(double share, double level) {
    return (int) Math.ceil(Math.log(1 - level) / Math.log(share));
  }

  /** The lowest one with this confidence; above the count if none has it. */
  private int rank(double share, double level) {
    return below(share).inverseCumulativeProbability(level) + 1;
  }

  /** How many values are below the quantile of a share. */
  private BinomialDistribution below(double share) {
    return BinomialDistribution.of(sorted.length, share);
  }
}
