package dev.sluice.core.run;

import dev.sluice.core.rate.WaitPoint;
import dev.sluice.core.time.NanoClock;

/**
 * Calls for an interval snapshot at fixed times after the start: the k-th at k intervals, however
 * late the one before it was. Runs on a thread of its own.
 */
final class StatsClock implements Runnable {

  private final NanoClock clock;
  private final WaitPoint waitPoint;
  private final long startNanos;
  private final long intervalNanos;
  private final Runnable tick;

  StatsClock(NanoClock clock, long startNanos, long intervalNanos, Runnable tick) {
    this.clock = clock;
    this.waitPoint = new WaitPoint(clock);
    this.startNanos = startNanos;
    this.intervalNanos = intervalNanos;
    this.tick = tick;
  }

  @Override
  public void run() {
    waitPoint.attach();
    long ticks = 1;
    while (waitPoint.sleepUntil(startNanos + ticks * intervalNanos)) {
      tick.run();
      // a tick that was missed altogether is not made up: its interval is part of the next one
      ticks = Math.max(ticks + 1, (clock.nanos() - startNanos) / intervalNanos + 1);
    }
  }

  void stop() {
    waitPoint.stop();
  }
}
