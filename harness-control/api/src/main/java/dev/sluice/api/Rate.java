package dev.sluice.api;

import dev.sluice.core.run.RateTarget;
import dev.sluice.core.text.Figures;

/**
 * A rate in iterations per second. 0 means as fast as possible.
 *
 * @param iterationsPerSecond at least 0
 */
public record Rate(double iterationsPerSecond) {

  /** No schedule: each worker starts an iteration when the one before has ended. */
  public static final Rate AS_FAST_AS_POSSIBLE = new Rate(0);

  /**
   * Checks the limits of rates.
   *
   * @throws IllegalArgumentException if it is negative or above the limit of schedules
   */
  public Rate {
    new RateTarget.Total(iterationsPerSecond);
  }

  /** So many iterations per second. */
  public static Rate perSecond(double iterations) {
    return new Rate(iterations);
  }

  /** So many iterations per minute. */
  public static Rate perMinute(double iterations) {
    return new Rate(iterations / 60);
  }

  @Override
  public String toString() {
    return iterationsPerSecond == 0
        ? "as fast as possible"
        : Figures.wholeRate(iterationsPerSecond) + "/s";
  }
}
