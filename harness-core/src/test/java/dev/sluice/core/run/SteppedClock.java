package dev.sluice.core.run;

import dev.sluice.core.time.NanoClock;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;

/**
 * Simulated time that many threads share. A test's thread moves it on; the others run one at a
 * time, each until it waits again, in the order of their deadlines and numbers. So a test that
 * draws its numbers from a seed does the same each time.
 *
 * <p>Nobody is woken by being unparked: {@link #wakeAll} stands for that.
 */
final class SteppedClock implements NanoClock {

  private static final long ORIGIN = -5_000_000_000L;

  /** A thread that goes by this clock. */
  private static final class Sleeper {
    final long number;
    final Semaphore turn = new Semaphore(0);
    long deadlineNanos;

    Sleeper(long number) {
      this.number = number;
    }
  }

  @SuppressWarnings("ThreadLocalUsage") // a clock lives as long as its test
  private final ThreadLocal<Sleeper> current = new ThreadLocal<>();

  private final TreeSet<Sleeper> asleep = // guarded by this
      new TreeSet<>(
          Comparator.<Sleeper>comparingLong(each -> each.deadlineNanos)
              .thenComparingLong(each -> each.number));
  private int running; // guarded by this
  private volatile long nowNanos = ORIGIN;

  @Override
  public long nanos() {
    return nowNanos;
  }

  @Override
  public void parkUntil(long deadlineNanos) {
    if (deadlineNanos <= nowNanos) {
      return;
    }
    Sleeper me = current.get();
    synchronized (this) {
      me.deadlineNanos = deadlineNanos;
      asleep.add(me);
      running--;
      notifyAll();
    }
    me.turn.acquireUninterruptibly();
  }

  // for the threads

  /** The calling thread goes by this clock from now on. */
  synchronized void join(long number) {
    current.set(new Sleeper(number));
    running++;
  }

  /** It is about to end. */
  synchronized void leave() {
    running--;
    notifyAll();
  }

  /** So much time passes for the calling thread. */
  void spend(long nanos) {
    long untilNanos = nowNanos + nanos;
    while (nowNanos < untilNanos) {
      parkUntil(untilNanos);
    }
  }

  // for the test

  void passTo(long untilNanos) {
    awaitAllAsleep();
    for (Sleeper next = nextBy(untilNanos); next != null; next = nextBy(untilNanos)) {
      nowNanos = Math.max(nowNanos, next.deadlineNanos);
      run(next);
    }
    nowNanos = untilNanos;
  }

  void wakeAll() {
    awaitAllAsleep();
    List<Sleeper> all;
    synchronized (this) {
      all = List.copyOf(asleep);
    }
    all.forEach(this::run);
  }

  private synchronized Sleeper nextBy(long untilNanos) {
    return asleep.isEmpty() || asleep.first().deadlineNanos > untilNanos ? null : asleep.first();
  }

  private void run(Sleeper sleeper) {
    synchronized (this) {
      asleep.remove(sleeper);
      running++;
    }
    sleeper.turn.release();
    awaitAllAsleep();
  }

  private synchronized void awaitAllAsleep() {
    try {
      while (running > 0) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted", e);
    }
  }
}
