package dev.sluice.core.worker;

import java.time.Duration;

/**
 * When workers disconnect on purpose, and connect again.
 *
 * @param every iterations after which a worker does so, 0 for never
 * @param pause how long it stays away
 */
public record Disconnects(long every, Duration pause) {

  public static final Disconnects NEVER = new Disconnects(0, Duration.ZERO);

  public Disconnects {
    if (every < 0 || pause.isNegative()) {
      throw new IllegalArgumentException(
          "not a valid number of iterations or pause: " + every + ", " + pause);
    }
  }
}
