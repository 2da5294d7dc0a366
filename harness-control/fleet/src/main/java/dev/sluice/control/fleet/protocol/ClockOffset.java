package dev.sluice.control.fleet.protocol;

/**
 * How far the fleet's clock is ahead of this process's own, measured as NTP does (RFC 5905, section
 * 8): a message is stamped when it leaves here, arrives there, leaves there and arrives here. Half
 * of the time that it was on the way, and what clocks may drift apart meanwhile, is the error of
 * what it shows. Of all exchanges the one with the smallest error counts, and errors grow with age
 * by what clocks may drift apart, so that a busy host knows its clock for seconds by one message
 * that was not delayed.
 *
 * <p>For one thread.
 */
final class ClockOffset {

  /** Unknown. */
  static final long UNKNOWN_NANOS = Long.MAX_VALUE;

  private Exchange best; // null while none is known

  private record Exchange(long localNanos, long aheadNanos, long halfWayNanos) {

    long errorNanos(long nowNanos) {
      return halfWayNanos + (long) Math.ceil((nowNanos - localNanos) * FleetTiming.DRIFT);
    }

    /** Whether both can be of the same clocks. */
    boolean agreesWith(Exchange other, long nowNanos) {
      return Math.abs(aheadNanos - other.aheadNanos)
          <= errorNanos(nowNanos) + other.errorNanos(nowNanos);
    }
  }

  /**
   * Takes an exchange.
   *
   * @param sentNanos by the own clock
   * @param receivedNanos by the fleet's clock
   * @param answeredNanos by the fleet's clock
   * @param nowNanos by the own clock
   */
  void exchanged(long sentNanos, long receivedNanos, long answeredNanos, long nowNanos) {
    long there = receivedNanos - sentNanos;
    long back = answeredNanos - nowNanos;
    // what the clocks may have drifted apart between the two ends
    long driftNanos = (long) Math.ceil((nowNanos - sentNanos) * FleetTiming.DRIFT);
    long wayNanos = there - back + driftNanos;
    if (wayNanos < 0 || answeredNanos < receivedNanos || nowNanos < sentNanos) {
      return; // not of these clocks
    }
    Exchange next =
        new Exchange(nowNanos, back + (there - back) / 2, wayNanos / 2 + driftNanos + 1);
    // the errors of all grow alike, so one that is less exact now stays so; clocks that have
    // jumped, as where a virtual machine stood still, agree with none from before
    if (best == null
        || next.errorNanos(nowNanos) <= best.errorNanos(nowNanos)
        || !next.agreesWith(best, nowNanos)) {
      best = next;
    }
  }

  /** Forgets all, because the fleet's clock is another one. */
  void forget() {
    best = null;
  }

  boolean known() {
    return best != null;
  }

  /** The fleet's clock less the own one; 0 if it is not known. */
  long aheadNanos() {
    return known() ? best.aheadNanos : 0;
  }

  /** How wrong {@link #aheadNanos} may be. */
  long errorNanos(long nowNanos) {
    return known() ? best.errorNanos(nowNanos) : UNKNOWN_NANOS;
  }
}
