package dev.sluice.control.analysis.compare;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Whether two runs differ by more than their intervals or rounds do among themselves: the
 * Mann-Whitney U test, which asks nothing of how samples are distributed. Pure functions.
 */
final class Significance {

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
    return Arrays.stream(a).allMatch(x -> x == first) && Arrays.stream(b).allMatch(x -> x == first);
  }
}
