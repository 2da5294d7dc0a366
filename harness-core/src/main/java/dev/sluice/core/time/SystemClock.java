package dev.sluice.core.time;

import java.util.concurrent.locks.LockSupport;

/**
 * The JVM's own clock. Names no blocker when it parks: that would be two more stores with a barrier
 * for each wake-up, for a thread dump that says nothing new.
 */
final class SystemClock implements NanoClock {

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void parkUntil(long deadlineNanos) {
    if (deadlineNanos == NEVER) {
      LockSupport.park();
      return;
    }
    long waitNanos = NanoClock.between(System.nanoTime(), deadlineNanos);
    if (waitNanos > 0) {
      LockSupport.parkNanos(waitNanos);
    }
  }
}
