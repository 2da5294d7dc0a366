package dev.sluice.core.pacing;

import java.util.Arrays;

/** Shares whole things out in proportion to weights, by the method of the largest remainder. */
final class LargestRemainder {

  private LargestRemainder() {}

  /**
   * Shares out. Allocates nothing.
   *
   * @param total how many
   * @param weights none of them negative; the last one gets all if they are all 0. They are not
   *     kept
   * @param shares receives how many for each weight; their sum is {@code total}
   */
  static void share(long total, double[] weights, long[] shares) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    Arrays.fill(shares, 0);
    if (!(sum > 0)) {
      shares[shares.length - 1] = total;
      return;
    }
    long left = total;
    for (int i = 0; i < weights.length; i++) {
      double exact = total * (weights[i] / sum);
      shares[i] = (long) exact;
      weights[i] = exact - shares[i];
      left -= shares[i];
    }
    for (; left > 0; left--) {
      int next = 0;
      for (int i = 1; i < weights.length; i++) {
        next = weights[i] > weights[next] ? i : next;
      }
      shares[next]++;
      weights[next]--;
    }
  }
}
