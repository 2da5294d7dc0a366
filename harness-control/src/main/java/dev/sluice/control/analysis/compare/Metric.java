package dev.sluice.control.analysis.compare;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Latency;

/** A figure that runs are compared by. */
public enum Metric {
  ACHIEVED("achieved", "/s", true, -1),
  P50("p50", "ms", false, 50),
  P90("p90", "ms", false, 90),
  P99("p99", "ms", false, 99),
  P99_9("p99.9", "ms", false, 99.9);

  private static final double NANOS_PER_MILLI = 1e6;

  private final String label;
  private final String unit;
  private final boolean moreIsBetter;
  private final double percentile;

  Metric(String label, String unit, boolean moreIsBetter, double percentile) {
    this.label = label;
    this.unit = unit;
    this.moreIsBetter = moreIsBetter;
    this.percentile = percentile;
  }

  public String label() {
    return label;
  }

  public String unit() {
    return unit;
  }

  public boolean moreIsBetter() {
    return moreIsBetter;
  }

  /** The figure of an interval or a whole run; not a number if nothing was measured. */
  double of(Snapshot.Workload workload) {
    if (this == ACHIEVED) {
      return workload.achievedPerSecond();
    }
    Latency latency = workload.measures().headlineLatency();
    return latency.isEmpty() ? Double.NaN : latency.atPercentile(percentile) / NANOS_PER_MILLI;
  }
}
