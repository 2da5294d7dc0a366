package dev.sluice.core.time;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * The time the engine lives by: a monotonic reading, a wait, and the threads that wait. Everything
 * in the engine that reads time, waits or starts a thread takes one of these, so that a whole run
 * plays in virtual time in tests.
 *
 * <p>Implementations are safe for use by any number of threads. Readings and waits allocate
 * nothing.
 */
@SuppressWarnings("ClassInitializationDeadlock") // its clock is reached by this interface only
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

  /** Waits until a time, however often the thread is unparked. */
  default void sleepUntil(long deadlineNanos) throws InterruptedException {
    while (nanos() < deadlineNanos) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      parkUntil(deadlineNanos);
    }
  }

  /** Ends the wait of a thread that is in {@link #parkUntil}, or its next one; null is ignored. */
  default void unpark(Thread thread) {
    LockSupport.unpark(thread);
  }

  /**
   * Starts a thread that lives by this clock.
   *
   * @throws OutOfMemoryError if the host has no thread for it
   */
  default Thread start(ThreadFactory threads, String name, Runnable task) {
    Thread thread = threads.newThread(task);
    thread.setName(name);
    thread.start();
    return thread;
  }

  /** Starts a daemon thread of the operating system that lives by this clock. */
  default Thread start(String name, Runnable task) {
    return start(NanoClock::daemon, name, task);
  }

  /** Waits until a thread that this clock started is gone. */
  default void join(Thread thread) throws InterruptedException {
    thread.join();
  }

  /**
   * Reports a survived failure to the thread's uncaught-exception handler: it is as grave as one
   * that ends a thread, because something of the run is missing.
   */
  static void survived(Throwable failure) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
  }

  /**
   * Names no blocker when it parks: that would be two more stores with a barrier for each wake-up,
   * for a thread dump that says nothing new.
   */
  final class SystemClock implements NanoClock {

    private SystemClock() {}

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
      long waitNanos = between(System.nanoTime(), deadlineNanos);
      if (waitNanos > 0) {
        LockSupport.parkNanos(waitNanos);
      }
    }
  }

  /** A thread that does not keep the JVM alive. */
  static Thread daemon(Runnable task) {
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    return thread;
  }
}
