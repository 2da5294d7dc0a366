package dev.sluice.core.result;

/**
 * For how long connections of a workload were lost.
 *
 * @param lostNanos while at least one of them was
 * @param ofNanos of so long a time
 * @param workers how many workers lost theirs
 * @param ofWorkers of this many
 */
public record Interruption(long lostNanos, long ofNanos, int workers, int ofWorkers) {

  public static final Interruption NONE = new Interruption(0, 0, 0, 0);
}
