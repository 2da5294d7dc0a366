package dev.sluice.core.time;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/**
 * Lets threads wait by the clock until something is so, and tells them that it may be. Any thread.
 *
 * <p>A thread that changes what others wait for calls {@link #raise} after the change. Nobody holds
 * a lock while it waits here, so a condition takes the lock that it needs by itself.
 */
public final class Signal {

  private final NanoClock clock;
  private final List<Thread> waiting = new CopyOnWriteArrayList<>();

  public Signal(NanoClock clock) {
    this.clock = clock;
  }

  /** Something may be so now that a thread waits for. */
  public void raise() {
    waiting.forEach(clock::unpark);
  }

  /** Waits until it is so. */
  public void await(BooleanSupplier condition) throws InterruptedException {
    await(condition, NanoClock.NEVER);
  }

  /**
   * Waits until it is so; returns false if it was not by then.
   *
   * @param condition judged by the calling thread, which holds no lock of this object
   * @param deadlineNanos a clock reading
   */
  public boolean await(BooleanSupplier condition, long deadlineNanos) throws InterruptedException {
    if (condition.getAsBoolean()) {
      return true;
    }
    Thread me = Thread.currentThread();
    waiting.add(me);
    try {
      while (!condition.getAsBoolean()) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        if (clock.nanos() >= deadlineNanos) {
          return false;
        }
        clock.parkUntil(deadlineNanos);
      }
      return true;
    } finally {
      waiting.remove(me);
    }
  }
}
