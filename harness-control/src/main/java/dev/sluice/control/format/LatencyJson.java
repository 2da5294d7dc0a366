package dev.sluice.control.format;

import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Measures;
import java.util.function.DoubleFunction;

/** Latencies as JSON, in milliseconds. Pure functions. */
public final class LatencyJson {

  private LatencyJson() {}

  /** All of a workload: those of whole iterations, and of parts where there were any. */
  public static Json of(Measures measures) {
    Json json = new Json();
    measures.shown().forEach((kind, nanos) -> json.put(kind.figureName().word(), of(nanos)));
    return json;
  }

  /** Count, mean and percentiles, rounded. */
  public static Json of(Latency nanos) {
    return of(nanos, each -> Csv.millis(Math.round(each)), 50, 90, 99, 99.9, 99.99);
  }

  /**
   * Count, mean and percentiles; of an empty histogram the count alone.
   *
   * @param millis shows nanoseconds
   */
  public static Json of(Latency nanos, DoubleFunction<Number> millis, double... percentiles) {
    Json json = new Json().put("count", nanos.count());
    if (nanos.isEmpty()) {
      return json; // percentiles of nothing are not 0, they are not there
    }
    json.put("mean", millis.apply(nanos.meanNanos()));
    for (double percentile : percentiles) {
      json.put("p" + Csv.number(percentile), millis.apply((double) nanos.atPercentile(percentile)));
    }
    return json.put("max", millis.apply((double) nanos.maxNanos()));
  }
}
