package dev.sluice.core.run;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.WaitPoint;
import java.util.function.Consumer;

/**
 * Tells a {@link Run} to close an interval at fixed times after the start: the k-th at k intervals,
 * however late the one before it was. Runs on a thread of its own.
 */
final class StatsClock implements Runnable {

  private final NanoClock clock;
  private final WaitPoint waitPoint;
  private final long startNanos;
  private final long intervalNanos;
  private final Runnable tick;
  private final Consumer<RuntimeException> failed;
  private Thread thread;

  /**
   * @param failed learns what a tick threw; the next one comes all the same
   */
  StatsClock(
      NanoClock clock,
      long startNanos,
      long intervalNanos,
      Runnable tick,
      Consumer<RuntimeException> failed) {
    this.clock = clock;
    this.waitPoint = new WaitPoint(clock);
    this.startNanos = startNanos;
    this.intervalNanos = intervalNanos;
    this.tick = tick;
    this.failed = failed;
  }

  @Override
  public void run() {
    waitPoint.attach();
    long ticks = intervals() + 1;
    while (waitPoint.sleepUntil(startNanos + ticks * intervalNanos)) {
      try {
        tick.run();
      } catch (RuntimeException e) {
        failed.accept(e);
      } catch (Error e) {
        NanoClock.survived(e);
      }
      // a tick that was missed altogether is not made up: its interval is part of the next one
      ticks = Math.max(ticks + 1, intervals() + 1);
    }
  }

  /** How many are over. */
  private long intervals() {
    return Math.max(0, clock.nanos() - startNanos) / intervalNanos;
  }

  /** Gives it its thread. */
  void start() {
    thread = clock.start("intervals", this);
  }

  /** No tick begins any more. */
  void stop() {
    waitPoint.stop();
  }

  /** Waits until the last tick is over, after {@link #stop}. */
  void awaitEnded() throws InterruptedException {
    clock.join(thread);
  }
}
