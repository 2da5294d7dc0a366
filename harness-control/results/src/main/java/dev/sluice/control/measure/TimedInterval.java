package dev.sluice.control.measure;

import dev.sluice.core.result.Snapshot;

/**
 * An interval of this process or of another.
 *
 * @param endNanos when it ended, by the scenario's clock: that of another process is unknown, so
 *     its intervals end when they arrive
 */
public record TimedInterval(long endNanos, Snapshot snapshot) {

  /** Whether it lies behind a moment, but for a little. */
  public boolean beganAfter(long nanos) {
    return endNanos - snapshot.lengthNanos() >= nanos - snapshot.lengthNanos() / 10;
  }
}
