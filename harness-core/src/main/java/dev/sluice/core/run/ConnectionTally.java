package dev.sluice.core.run;

import dev.sluice.core.worker.ConnectionChange;
import org.HdrHistogram.Histogram;

/** Connections of one workload that were lost and came back. Any thread. */
final class ConnectionTally {

  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram downMicros = new Histogram(SIGNIFICANT_DIGITS); // guarded by this

  synchronized void add(ConnectionChange change) {
    if (change.kind() == ConnectionChange.Kind.BACK) {
      downMicros.recordValue(change.downNanos() / 1_000);
    }
  }

  synchronized long reconnects() {
    return downMicros.getTotalCount();
  }

  /**
   * All so far.
   *
   * @param notBack connections that were lost when their workers ended
   */
  synchronized Reconnects summary(int notBack) {
    return new Reconnects(
        downMicros.getTotalCount(),
        1_000 * downMicros.getValueAtPercentile(50),
        1_000 * downMicros.getMaxValue(),
        notBack);
  }
}
