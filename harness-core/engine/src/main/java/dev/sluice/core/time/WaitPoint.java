package dev.sluice.core.time;

/**
 * Where one worker's thread waits, and how other threads wake or stop it.
 *
 * <p>{@link #parkUntil} is for the owning thread; {@link #wake}, {@link #stop} and {@link #stopped}
 * are for any.
 */
public final class WaitPoint {

  private final NanoClock clock;
  private volatile Thread owner;
  private volatile boolean stopped;

  public WaitPoint(NanoClock clock) {
    this.clock = clock;
  }

  /** Makes the calling thread the owner. */
  public void attach() {
    owner = Thread.currentThread();
  }

  /**
   * Waits for a time or to be woken; may return early for no reason, and does at once when stopped.
   */
  public void parkUntil(long deadlineNanos) {
    if (!stopped) {
      clock.parkUntil(deadlineNanos);
    }
  }

  /** Waits for a time; returns false, and early, if stopped. */
  public boolean sleepUntil(long deadlineNanos) {
    while (!stopped && clock.nanos() < deadlineNanos) {
      clock.parkUntil(deadlineNanos);
    }
    return !stopped;
  }

  /** Ends a wait that is under way. */
  public void wake() {
    clock.unpark(owner);
  }

  /** Ends this and all later waits. */
  public void stop() {
    stopped = true;
    wake();
  }

  public boolean stopped() {
    return stopped;
  }
}
