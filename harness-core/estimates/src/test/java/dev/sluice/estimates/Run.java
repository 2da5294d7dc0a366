package dev.sluice.estimates;

import java.util.Arrays;
import java.util.stream.IntStream;

/** The latencies of a run, second by second, in bins of 0.01 % as a histogram keeps them. */
final class Run {

  private static final int LEAST = -30_000;
  private static final int BINS = 150_000;
  private static final double PER_BIN = 0.0001;
  private static final double[] VALUES =
      IntStream.range(0, BINS).mapToDouble(i -> Math.exp((LEAST + i + 0.5) * PER_BIN)).toArray();

  private final int[][] bins;
  private final double[] means;

  /** With the bins of each second, and its mean before the values were put in bins. */
  Run(int[][] bins, double[] means) {
    this.bins = bins;
    this.means = means;
  }

  static int bin(double value) {
    return (int) Math.floor(Math.log(value) / PER_BIN);
  }

  double[] means() {
    return means.clone();
  }

  /** Its means from a second up to another. */
  double[] means(int from, int to) {
    return Arrays.copyOfRange(means, from, to);
  }

  /** Its values from a second up to another. */
  Ranks whole(int from, int to) {
    long[] counts = new long[BINS];
    for (int s = from; s < to; s++) {
      for (int bin : bins[s]) {
        counts[bin - LEAST]++;
      }
    }
    return Ranks.of(VALUES, counts);
  }

  /** An interval of the percentile from a second up to another. */
  Interval percentile(double share, int from, int to, double level) {
    return Percentile.of(
        share,
        whole(from, to),
        IntStream.range(from, to).<Ranks>mapToObj(s -> new Second(bins[s])).toList(),
        level);
  }

  /** A percentile of each second. */
  double[] percentiles(double share) {
    return Arrays.stream(bins)
        .mapToDouble(
            second -> {
              int[] sorted = second.clone();
              Arrays.sort(sorted);
              return VALUES[sorted[(int) Math.ceil(share * sorted.length) - 1] - LEAST];
            })
        .toArray();
  }

  private static final class Second implements Ranks {

    private final int[] bins;

    Second(int[] bins) {
      this.bins = bins;
    }

    @Override
    public long count() {
      return bins.length;
    }

    @Override
    public double value(long rank) {
      throw new UnsupportedOperationException();
    }

    @Override
    public long upTo(double value) {
      int last = bin(value);
      int count = 0;
      for (int bin : bins) {
        count += bin <= last ? 1 : 0;
      }
      return count;
    }
  }
}
