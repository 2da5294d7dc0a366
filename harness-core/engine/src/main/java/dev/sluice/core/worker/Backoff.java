package dev.sluice.core.worker;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before the next attempt: doubling from one attempt to the next up to a limit,
 * and spread by half of itself either way, so that many workers do not come back in step.
 */
public final class Backoff {

  private final RandomGenerator random;
  private final long firstNanos;
  private final long limitNanos;
  private long nextNanos;

  private Backoff(RandomGenerator random, Duration first, Duration limit) {
    this.random = random;
    this.firstNanos = first.toNanos();
    this.limitNanos = limit.toNanos();
    this.nextNanos = firstNanos;
  }

  /** Between attempts to connect: from 0.1 s to 10 s. */
  public static Backoff toConnect(RandomGenerator random) {
    return new Backoff(random, Duration.ofMillis(100), Duration.ofSeconds(10));
  }

  /**
   * Between attempts with a good connection: from 10 ms to 1 s, so that neither a message that
   * fails again and again nor a reply that does not come keeps a worker from its schedule for long.
   */
  public static Backoff toTryAgain(RandomGenerator random) {
    return new Backoff(random, Duration.ofMillis(10), Duration.ofSeconds(1));
  }

  /** The wait before the next attempt, in nanoseconds. */
  public long nextNanos() {
    long wait = (long) (nextNanos * (0.5 + random.nextDouble()));
    nextNanos = Math.min(limitNanos, 2 * nextNanos);
    return wait;
  }

  /** An attempt succeeded; the next failure starts from the beginning. */
  public void reset() {
    nextNanos = firstNanos;
  }
}
