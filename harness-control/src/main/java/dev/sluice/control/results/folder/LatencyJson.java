package dev.sluice.control.results.folder;

import org.HdrHistogram.Histogram;

/** Latencies as JSON, in milliseconds. Pure functions. */
public final class LatencyJson {

  private LatencyJson() {}

  /** Count, mean and percentiles; of an empty histogram the count alone. */
  public static Json of(Histogram nanos) {
    Json json = new Json().put("count", nanos.getTotalCount());
    if (nanos.getTotalCount() == 0) {
      return json; // percentiles of nothing are not 0, they are not there
    }
    return json.put("mean", Csv.millis(Math.round(nanos.getMean())))
        .put("p50", Csv.millis(nanos.getValueAtPercentile(50)))
        .put("p90", Csv.millis(nanos.getValueAtPercentile(90)))
        .put("p99", Csv.millis(nanos.getValueAtPercentile(99)))
        .put("p99.9", Csv.millis(nanos.getValueAtPercentile(99.9)))
        .put("p99.99", Csv.millis(nanos.getValueAtPercentile(99.99)))
        .put("max", Csv.millis(nanos.getMaxValue()));
  }
}
