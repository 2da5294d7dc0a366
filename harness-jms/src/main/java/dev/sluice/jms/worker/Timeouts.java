package dev.sluice.jms.worker;

import java.time.Duration;

/** What a receive can wait. */
final class Timeouts {

  private Timeouts() {}

  static void requireReceivable(Duration timeout) {
    if (timeout.isNegative() || (!timeout.isZero() && timeout.toMillis() < 1)) {
      throw new IllegalArgumentException(
          "a receive can wait 1 ms or more, or 0 = forever, not " + timeout);
    }
  }
}
