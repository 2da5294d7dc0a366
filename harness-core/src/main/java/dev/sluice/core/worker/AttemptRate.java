package dev.sluice.core.worker;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many attempts to reconnect the workers of a workload make together in a second, at most: so
 * that thousands of them, which lost their connections at one moment, do not fall upon a broker
 * that has just come back. Any thread.
 */
final class AttemptRate {

  private final long gapNanos;
  private final AtomicLong nextNanos;

  /**
   * @param perSecond how many, at least 1
   */
  AttemptRate(int perSecond, long nowNanos) {
    this.gapNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
    this.nextNanos = new AtomicLong(nowNanos);
  }

  /** When the attempt of a worker that asks now may begin; each call is an attempt. */
  long slotFrom(long nowNanos) {
    return nextNanos.updateAndGet(next -> Math.max(next, nowNanos) + gapNanos) - gapNanos;
  }
}
