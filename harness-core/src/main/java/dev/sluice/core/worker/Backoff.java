package dev.sluice.core.worker;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt: doubling from one attempt to the next up to a limit,
 * and spread by half of itself either way, so that many workers do not come back in step.
 */
public final class Backoff {

  private static final long FIRST_NANOS = Duration.ofMillis(100).toNanos();
  private static final long LIMIT_NANOS = Duration.ofSeconds(10).toNanos();

  private final RandomGenerator random;
  private long nextNanos = FIRST_NANOS;

  public Backoff(RandomGenerator random) {
    this.random = random;
  }

  /** The wait before the next attempt, in nanoseconds. */
  public long nextNanos() {
    long wait = (long) (nextNanos * (0.5 + random.nextDouble()));
    nextNanos = Math.min(LIMIT_NANOS, 2 * nextNanos);
    return wait;
  }

  /** An attempt succeeded; the next failure starts from the beginning. */
  public void reset() {
    nextNanos = FIRST_NANOS;
  }
}
