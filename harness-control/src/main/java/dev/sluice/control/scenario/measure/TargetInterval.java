package dev.sluice.control.scenario.measure;

import dev.sluice.core.result.Snapshot;

/**
 * An interval of another process.
 *
 * @param endNanos when it was heard of, by the scenario's clock: the clocks of hosts differ
 */
public record TargetInterval(long endNanos, Snapshot snapshot) {

  /** Whether it lies behind a moment, but for a little. */
  public boolean beganAfter(long nanos) {
    return endNanos - snapshot.lengthNanos() >= nanos - snapshot.lengthNanos() / 10;
  }
}
