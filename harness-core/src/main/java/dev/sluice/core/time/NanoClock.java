package dev.sluice.core.time;

import java.util.concurrent.locks.LockSupport;

/**
 * The time a worker lives by: a monotonic reading and a wait. Everything in the engine that reads
 * time or waits takes one of these, so that tests run on a simulated clock.
 *
 * <p>Implementations are safe for use by any number of threads and allocate nothing.
 */
public interface NanoClock {

  /** The reading that never comes: larger than any the clock returns. */
  long NEVER = Long.MAX_VALUE;

  /** The clock of this JVM: {@link System#nanoTime()} and {@link LockSupport#parkNanos}. */
  NanoClock SYSTEM = new SystemClock();

  /** A reading so much later; {@link #NEVER} if it is later than any the clock can return. */
  static long plus(long nanos, long byNanos) {
    long sum = nanos + byNanos;
    if (((nanos ^ sum) & (byNanos ^ sum)) < 0) { // both had a sign that the sum has not
      return byNanos < 0 ? Long.MIN_VALUE : NEVER;
    }
    return sum;
  }

  /** From one reading to another; the largest or smallest number if it is beyond that. */
  static long between(long fromNanos, long toNanos) {
    long difference = toNanos - fromNanos;
    if (((toNanos ^ fromNanos) & (toNanos ^ difference)) < 0) {
      return toNanos < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    return difference;
  }

  /** A monotonic reading in nanoseconds, of arbitrary origin, as {@link System#nanoTime()}. */
  long nanos();

  /**
   * Waits until {@link #nanos()} has reached {@code deadlineNanos} or the calling thread is
   * unparked, whichever is first; like any park it may also return for no reason. {@link #NEVER}
   * waits without limit.
   *
   * <p>A park on Linux returns 50 to 100 microseconds late (timer slack plus the wake-up); callers
   * that care record how late they were.
   */
  void parkUntil(long deadlineNanos);
}
