package dev.sluice.control.sink.page;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.core.stats.Latency;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.HistogramIterationValue;

/**
 * How often which latency occurred in each interval: a column for each interval, bins that grow by
 * a fixed factor. One thread.
 */
final class HeatMap {

  /** Bins for each doubling of the latency: high enough to be fine, wide enough to be seen. */
  private static final int BINS_PER_DOUBLING = 3;

  private final List<Map<Integer, Long>> columns = new ArrayList<>();
  private int lowest = Integer.MAX_VALUE;
  private int highest = Integer.MIN_VALUE;

  void add(Latency nanos) {
    Map<Integer, Long> column = new TreeMap<>();
    for (HistogramIterationValue value : nanos.toHistogram().recordedValues()) {
      int bin = bin(value.getValueIteratedTo());
      column.merge(bin, value.getCountAtValueIteratedTo(), Long::sum);
      lowest = Math.min(lowest, bin);
      highest = Math.max(highest, bin);
    }
    columns.add(column);
  }

  /**
   * {@code firstBin}: the number of the lowest bin; {@code bounds}: where bins begin and end, in
   * milliseconds; {@code columns}: for each interval pairs of a bin's number and its count, one
   * after the other.
   *
   * @param from the first interval that is wanted
   */
  Json json(int from) {
    List<BigDecimal> bounds = new ArrayList<>();
    for (int bin = lowest; bin <= highest + 1 && lowest <= highest; bin++) {
      bounds.add(Csv.millis(Math.round(Math.pow(2, (double) bin / BINS_PER_DOUBLING))));
    }
    return new Json()
        .put("firstBin", bounds.isEmpty() ? 0 : lowest)
        .put("bounds", bounds)
        .put("columns", PageSeries.tail(columns, from).stream().map(HeatMap::pairs).toList());
  }

  private static List<Long> pairs(Map<Integer, Long> column) {
    return column.entrySet().stream()
        .flatMap(each -> Stream.of((long) each.getKey(), each.getValue()))
        .toList();
  }

  private static int bin(long nanos) {
    return (int)
        Math.floor(Math.log((double) Math.max(1, nanos)) / Math.log(2) * BINS_PER_DOUBLING);
  }
}
