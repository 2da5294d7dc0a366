package dev.sluice.estimates;

import java.util.Arrays;
import java.util.List;

/** The latencies of a run, second by second, in bins of 0.01 % as a histogram keeps them. */
final class Run {

  private static final double PER_BIN = 0.0001;

  private final int[][] bins;
  private final double[] means;

  /** With the bins of each second, and its mean before the values were put in bins. */
  Run(int[][] bins, double[] means) {
    this.bins = bins;
    this.means = means;
    for (int[] second : bins) {
      Arrays.sort(second);
    }
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
  private Ranks whole(int from, int to) {
    int[] sorted = Arrays.stream(bins, from, to).flatMapToInt(Arrays::stream).sorted().toArray();
    double[] values = new double[sorted.length];
    long[] counts = new long[sorted.length];
    int last = -1;
    for (int i = 0; i < sorted.length; i++) {
      if (i == 0 || sorted[i] != sorted[i - 1]) {
        values[++last] = value(sorted[i]);
      }
      counts[last]++;
    }
    return new Counted(Arrays.copyOf(values, last + 1), Arrays.copyOf(counts, last + 1));
  }

  /** An interval of the percentile from a second up to another. */
  Interval percentile(double share, int from, int to, double level) {
    return percentiles(new double[] {share}, from, to, level).get(0);
  }

  /** The same of some. */
  List<Interval> percentiles(double[] shares, int from, int to, double level) {
    Ranks whole = whole(from, to);
    List<Second> seconds = Arrays.stream(bins, from, to).map(Second::new).toList();
    return Arrays.stream(shares)
        .mapToObj(share -> Percentile.of(share, whole, seconds, level))
        .toList();
  }

  /** A percentile of each second. */
  double[] percentiles(double share) {
    return Arrays.stream(bins)
        .mapToDouble(second -> value(second[(int) Math.ceil(share * second.length) - 1]))
        .toArray();
  }

  private static double value(int bin) {
    return Math.exp((bin + 0.5) * PER_BIN);
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
      int after = Arrays.binarySearch(bins, bin(value) + 1);
      if (after < 0) {
        return -after - 1L;
      }
      while (after > 0 && bins[after - 1] == bins[after]) {
        after--;
      }
      return after;
    }
  }
}
