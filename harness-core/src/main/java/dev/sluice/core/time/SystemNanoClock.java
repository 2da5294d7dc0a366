package dev.sluice.core.time;

import java.util.concurrent.locks.LockSupport;

/** The JVM's own clock. */
final class SystemNanoClock implements NanoClock {

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void parkUntil(long deadlineNanos) {
    if (deadlineNanos == NEVER) {
      LockSupport.park(this);
      return;
    }
    long waitNanos = deadlineNanos - System.nanoTime();
    if (waitNanos > 0) {
      LockSupport.parkNanos(this, waitNanos);
    }
  }
}
