package dev.sluice.estimates;

import java.util.Arrays;

/** A histogram. */
final class Counted implements Ranks {

  private final double[] values;
  private final long[] cumulative;

  /**
   * @param values ascending
   * @param counts how often each occurs
   */
  Counted(double[] values, long[] counts) {
    this.values = values;
    this.cumulative = counts.clone();
    Arrays.parallelPrefix(cumulative, Long::sum);
  }

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
}
