package dev.sluice.control.format;

import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.Measures;

/** Latencies as JSON, in milliseconds. Pure functions. */
public final class LatencyJson {

  private LatencyJson() {}

  /** All of a workload: those of whole iterations, and of parts where there were any. */
  public static Json of(Measures measures) {
    Json json = new Json();
    measures.shown().forEach((kind, nanos) -> json.put(kind.figureName().word(), of(nanos)));
    return json;
  }

  /** Count, mean and percentiles; of an empty histogram the count alone. */
  public static Json of(Latency nanos) {
    Json json = new Json().put("count", nanos.count());
    if (nanos.isEmpty()) {
      return json; // percentiles of nothing are not 0, they are not there
    }
    return json.put("mean", Csv.millis(Math.round(nanos.meanNanos())))
        .put("p50", Csv.millis(nanos.atPercentile(50)))
        .put("p90", Csv.millis(nanos.atPercentile(90)))
        .put("p99", Csv.millis(nanos.atPercentile(99)))
        .put("p99.9", Csv.millis(nanos.atPercentile(99.9)))
        .put("p99.99", Csv.millis(nanos.atPercentile(99.99)))
        .put("max", Csv.millis(nanos.maxNanos()));
  }
}
