package dev.sluice.core.stats;

import org.HdrHistogram.Histogram;

/** Sums of {@link LatencyCounts} over workers, cumulative. For the collector's thread alone. */
final class LatencyTotals {

  private final long[][] blocks = new long[LatencyCounts.blocks()][];

  /** The sums of one block of cells, to be added to. */
  long[] block(int shift) {
    if (blocks[shift] == null) {
      blocks[shift] = LatencyCounts.emptyBlock(shift);
    }
    return blocks[shift];
  }

  void add(LatencyTotals other) {
    for (int shift = 0; shift < blocks.length; shift++) {
      if (other.blocks[shift] != null) {
        long[] sums = block(shift);
        for (int cell = 0; cell < sums.length; cell++) {
          sums[cell] += other.blocks[shift][cell];
        }
      }
    }
  }

  /** What was counted since an earlier reading of the same sums. */
  Histogram since(LatencyTotals earlier) {
    Histogram histogram = newHistogram();
    for (int shift = 0; shift < blocks.length; shift++) {
      if (blocks[shift] != null) {
        addBlock(histogram, shift, earlier.blocks[shift]);
      }
    }
    return histogram;
  }

  private void addBlock(Histogram histogram, int shift, long[] earlier) {
    for (int cell = 0; cell < blocks[shift].length; cell++) {
      long count = blocks[shift][cell] - (earlier == null ? 0 : earlier[cell]);
      if (count != 0) {
        histogram.recordValueWithCount(LatencyCounts.lowestValueOf(shift, cell), count);
      }
    }
  }

  /** An empty histogram with the cells of {@link LatencyCounts}: nanoseconds, two digits. */
  static Histogram newHistogram() {
    Histogram histogram = new Histogram(2);
    histogram.setAutoResize(true);
    return histogram;
  }
}
