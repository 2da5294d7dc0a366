package dev.sluice.control.scenario.outside;

import dev.sluice.core.time.NanoClock;

/** A clock that shows what a test sets, and on which nothing waits. For one thread. */
public final class SetClock implements NanoClock {

  /** What it shows. */
  public long nowNanos;

  @Override
  public long nanos() {
    return nowNanos;
  }

  @Override
  public void parkUntil(long deadlineNanos) {
    throw new UnsupportedOperationException("nothing waits on this clock");
  }
}
