package dev.sluice.core.pacing;

import java.time.Duration;

/**
 * How much of a backlog a late worker makes up. What waits for the {@link PacingQuantum} is no
 * backlog yet. Iterations that were due longer ago than the limit are dropped and counted; the one
 * that became due last is always run.
 *
 * @param limitNanos the oldest lateness that is still made up; 0 = make up nothing, {@link
 *     Long#MAX_VALUE} = everything (an open loop to the letter)
 */
public record CatchUp(long limitNanos) {

  /** One second: a short stall is made up, a long one is not. */
  public static final CatchUp DEFAULT = new CatchUp(Duration.ofSeconds(1).toNanos());

  public static final CatchUp NONE = new CatchUp(0);

  public static final CatchUp UNLIMITED = new CatchUp(Long.MAX_VALUE);

  public CatchUp {
    if (limitNanos < 0) {
      throw new IllegalArgumentException("catch-up must not be negative: " + limitNanos);
    }
  }

  /** The command line asks for it in each run; a record's own takes 20 ms the first time. */
  @Override
  public String toString() {
    return "CatchUp[" + limitNanos + " ns]";
  }
}
