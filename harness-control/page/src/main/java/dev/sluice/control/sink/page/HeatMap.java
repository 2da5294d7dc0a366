package dev.sluice.control.sink.page;

import dev.sluice.core.stats.Latency;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How often which latency occurred in an interval, by bins that grow by a fixed factor: bin N
 * begins at 2^(N/3) nanoseconds. Pure functions.
 */
final class HeatMap {

  /** Bins for each doubling of the latency: high enough to be fine, wide enough to be seen. */
  private static final int BINS_PER_DOUBLING = 3;

  private HeatMap() {}

  /** Pairs of a bin's number and its count, one after the other, the lowest bin first. */
  static List<Long> column(Latency nanos) {
    Map<Long, Long> column = new TreeMap<>();
    for (HistogramIterationValue value : nanos.toHistogram().recordedValues()) {
      column.merge(bin(value.getValueIteratedTo()), value.getCountAtValueIteratedTo(), Long::sum);
    }
    return column.entrySet().stream()
        .flatMap(each -> Stream.of(each.getKey(), each.getValue()))
        .toList();
  }

  private static long bin(long nanos) {
    return (long)
        Math.floor(Math.log((double) Math.max(1, nanos)) / Math.log(2) * BINS_PER_DOUBLING);
  }
}
