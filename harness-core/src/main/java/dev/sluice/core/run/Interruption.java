package dev.sluice.core.run;

/**
 * For how long connections of a workload were lost.
 *
 * @param lostNanos while at least one of them was
 * @param ofNanos of so long a time
 * @param workers of how many workers at most in one interval
 * @param ofWorkers of so many
 */
public record Interruption(long lostNanos, long ofNanos, int workers, int ofWorkers) {

  public static final Interruption NONE = new Interruption(0, 0, 0, 0);
}
