package dev.sluice.jms;

import dev.sluice.core.time.NanoClock;
import java.util.function.LongSupplier;

/**
 * A clock that says what a test has it say, and that nobody waits by.
 *
 * @param reading in nanoseconds
 */
public record SetClock(LongSupplier reading) implements NanoClock {

  @Override
  public long nanos() {
    return reading.getAsLong();
  }

  @Override
  public void parkUntil(long deadlineNanos) {
    throw new UnsupportedOperationException("nobody waits by this clock");
  }
}
