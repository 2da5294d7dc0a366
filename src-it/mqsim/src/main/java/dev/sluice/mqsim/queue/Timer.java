package dev.sluice.mqsim.queue;

/** Time and timers of one queue manager. Called, and calling back, on its event loop only. */
public interface Timer {

  /** Monotonic time. */
  long nowNanos();

  /** Wall-clock time. */
  long epochMillis();

  /** Runs the task once after the delay, unless cancelled before. */
  Cancellable schedule(long delayNanos, Runnable task);

  /** A task that has not run yet. */
  @FunctionalInterface
  interface Cancellable {
    void cancel();
  }
}
