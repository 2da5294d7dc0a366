package dev.sluice.core.result;

/**
 * Connections that were lost and came back.
 *
 * @param count how often one came back
 * @param p50Nanos half of them were back within this time, 0 when there were none
 * @param maxNanos all of them were back within this time
 * @param notBack connections that were lost before the run stopped and were still lost when their
 *     workers ended
 */
public record Reconnects(long count, long p50Nanos, long maxNanos, int notBack) {

  public static final Reconnects NONE = new Reconnects(0, 0, 0, 0);
}
