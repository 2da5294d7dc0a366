package dev.sluice.estimates;

import java.util.Arrays;

/** Values in ascending order, by rank: what a histogram of counts can say. */
public interface Ranks {

  /** How many values there are. */
  long count();

  /**
   * The value of a rank.
   *
   * @param rank 1 for the least, {@link #count} for the greatest
   */
  double value(long rank);

  /** How many values are at most this one. */
  long upTo(double value);

  /**
   * Those of a histogram.
   *
   * @param values ascending
   * @param counts how often each occurs
   */
  static Ranks of(double[] values, long[] counts) {
    long[] cumulative = counts.clone();
    Arrays.parallelPrefix(cumulative, Long::sum);
    return new Ranks() {
      @Override
      public long count() {
        return cumulative.length == 0 ? 0 : cumulative[cumulative.length - 1];
      }

      @Override
      public double value(long rank) {
        int found = Arrays.binarySearch(cumulative, rank);
        if (found < 0) {
          return values[-found - 1];
        }
        while (found > 0 && cumulative[found - 1] == rank) {
          found--; // not a value without a count
        }
        return values[found];
      }

      @Override
      public long upTo(double value) {
        int found = Arrays.binarySearch(values, value);
        int last = found >= 0 ? found : -found - 2;
        return last < 0 ? 0 : cumulative[last];
      }
    };
  }
}
