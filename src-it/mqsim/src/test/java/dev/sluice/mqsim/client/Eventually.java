package dev.sluice.mqsim.client;

import java.time.Duration;
import java.util.concurrent.Callable;

/** Waits for what real sockets and threads need a moment for. */
public final class Eventually {

  private static final long POLL_MILLIS = 10;

  private Eventually() {}

  /** Polls until the condition holds; false if it does not within the time. */
  public static boolean holds(Duration within, Callable<Boolean> condition) throws Exception {
    long deadlineNanos = System.nanoTime() + within.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() > deadlineNanos) {
        return false;
      }
      Thread.sleep(POLL_MILLIS);
    }
    return true;
  }
}
