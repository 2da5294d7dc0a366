package dev.sluice.core.run;

import dev.sluice.core.worker.ConnectionChange;
import org.HdrHistogram.Histogram;

/** Connections of one workload that were lost and came back. Any thread. */
final class ConnectionTally {

  private static final int SIGNIFICANT_DIGITS = 3;

  private final Histogram downMicros = new Histogram(SIGNIFICANT_DIGITS); // guarded by this

  private int lost; // guarded by this
  private int mostLost; // since it was last asked for; guarded by this
  private long lostSinceNanos; // guarded by this
  private long lostNanos; // of what is over; guarded by this

  synchronized void add(ConnectionChange change, long nowNanos) {
    switch (change.kind()) {
      case LOST -> {
        if (lost++ == 0) {
          lostSinceNanos = nowNanos - change.downNanos();
        }
        mostLost = Math.max(mostLost, lost);
      }
      case BACK -> {
        downMicros.recordValue(change.downNanos() / 1_000);
        noLongerLost(nowNanos);
      }
      case GIVEN_UP -> {} // the worker opens another one, so it is still lost
    }
  }

  /** A worker has ended whose connection was lost. */
  synchronized void noLongerLost(long nowNanos) {
    if (--lost == 0) {
      lostNanos += nowNanos - lostSinceNanos;
    }
  }

  /** For how long at least one was lost. */
  synchronized long lostNanos(long nowNanos) {
    return lostNanos + (lost > 0 ? Math.max(0, nowNanos - lostSinceNanos) : 0);
  }

  /** How many were lost at the same time at most, and begins to count again. */
  synchronized int takeMostLost() {
    int most = mostLost;
    mostLost = lost;
    return most;
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
