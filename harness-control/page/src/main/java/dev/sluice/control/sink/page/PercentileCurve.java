package dev.sluice.control.sink.page;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.core.stats.Latency;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.HistogramIterationValue;

/** Latency by percentile, finer the nearer to 100. Pure functions. */
final class PercentileCurve {

  /** Points for each halving of the distance to 100 %. */
  private static final int TICKS_PER_HALF = 4;

  private static final int DECIMALS = 6;

  private PercentileCurve() {}

  /** {@code percentile} and {@code millis}, as long as each other; the last is the maximum. */
  static Json of(Latency nanos) {
    List<BigDecimal> percentiles = new ArrayList<>();
    List<BigDecimal> millis = new ArrayList<>();
    if (!nanos.isEmpty()) {
      for (HistogramIterationValue value : nanos.toHistogram().percentiles(TICKS_PER_HALF)) {
        percentiles.add(
            BigDecimal.valueOf(value.getPercentileLevelIteratedTo())
                .setScale(DECIMALS, RoundingMode.HALF_UP)
                .stripTrailingZeros());
        millis.add(Csv.millis(value.getValueIteratedTo()));
      }
    }
    return new Json().put("percentile", percentiles).put("millis", millis);
  }
}
