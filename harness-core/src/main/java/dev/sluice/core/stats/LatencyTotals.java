package dev.sluice.core.stats;

import org.HdrHistogram.Histogram;

/** Sums of {@link LatencyCounts} over workers, cumulative. For the collector's thread alone. */
final class LatencyTotals {

  private final long[] sums = new long[LatencyCounts.CELLS];

  void add(LatencyCounts worker) {
    worker.addTo(sums);
  }

  void add(LatencyTotals other) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += other.sums[i];
    }
  }

  /** What was counted since an earlier reading of the same sums. */
  Latency since(LatencyTotals earlier) {
    Histogram histogram = newHistogram();
    for (int i = 0; i < sums.length; i++) {
      long count = sums[i] - earlier.sums[i];
      if (count != 0) {
        histogram.recordValueWithCount(LatencyCounts.lowestValueOf(i), count);
      }
    }
    return Latency.ofOwn(histogram);
  }

  /** An empty histogram with the cells of {@link LatencyCounts}: nanoseconds, two digits. */
  static Histogram newHistogram() {
    Histogram histogram = new Histogram(2);
    histogram.setAutoResize(true);
    return histogram;
  }
}
