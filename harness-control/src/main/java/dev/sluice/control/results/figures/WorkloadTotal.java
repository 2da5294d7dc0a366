package dev.sluice.control.results.figures;

import dev.sluice.core.run.Snapshot;
import dev.sluice.core.stats.Measures;

/**
 * A workload over all that was measured, the warm-up left out.
 *
 * @param name the workload
 * @param measuredNanos how long was measured
 * @param due iterations the schedule asked for in that time, 0 when there was none
 * @param measured what was done in that time
 * @param last the last interval, for what is counted since the start
 */
public record WorkloadTotal(
    String name, long measuredNanos, double due, Measures measured, Snapshot.Workload last) {

  private static final double NANOS_PER_SECOND = 1e9;

  public double achievedPerSecond() {
    return perSecond((double) measured.counts().iterations());
  }

  public double targetPerSecond() {
    return perSecond(due);
  }

  /** Achieved over target; 1 when there was no target. */
  public double ratio() {
    return due == 0 ? 1 : measured.counts().iterations() / due;
  }

  private double perSecond(double count) {
    return measuredNanos == 0 ? 0 : count * NANOS_PER_SECOND / measuredNanos;
  }
}
