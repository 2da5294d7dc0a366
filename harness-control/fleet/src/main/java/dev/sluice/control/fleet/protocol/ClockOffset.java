package dev.sluice.control.fleet.protocol;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How far the fleet's clock is ahead of this process's own, measured as NTP does (RFC 5905, section
 * 8): a message is stamped when it leaves here, arrives there, leaves there and arrives here. Half
 * of the time that it was on the way, and what clocks may drift apart meanwhile, is the error of
 * what it shows. Of the last exchanges the one with the smallest error counts, and errors grow with
 * age by what clocks may drift apart.
 *
 * <p>For one thread.
 */
final class ClockOffset {

  /** Unknown. */
  static final long UNKNOWN_NANOS = Long.MAX_VALUE;

  private static final int KEPT = 16;

  private final Deque<Exchange> exchanges = new ArrayDeque<>();

  private record Exchange(long localNanos, long aheadNanos, long halfWayNanos) {

    long errorNanos(long nowNanos) {
      return halfWayNanos + (long) Math.ceil((nowNanos - localNanos) * FleetTiming.DRIFT);
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
    exchanges.addLast(
        new Exchange(nowNanos, back + (there - back) / 2, wayNanos / 2 + driftNanos + 1));
    if (exchanges.size() > KEPT) {
      exchanges.removeFirst();
    }
  }

  /** Forgets all, because the fleet's clock is another one. */
  void forget() {
    exchanges.clear();
  }

  boolean known() {
    return !exchanges.isEmpty();
  }

  /** The fleet's clock less the own one; 0 if it is not known. */
  long aheadNanos(long nowNanos) {
    return known() ? best(nowNanos).aheadNanos : 0;
  }

  /** How wrong {@link #aheadNanos} may be. */
  long errorNanos(long nowNanos) {
    return known() ? best(nowNanos).errorNanos(nowNanos) : UNKNOWN_NANOS;
  }

  private Exchange best(long nowNanos) {
    Exchange best = exchanges.getLast();
    for (Exchange exchange : exchanges) {
      best = exchange.errorNanos(nowNanos) < best.errorNanos(nowNanos) ? exchange : best;
    }
    return best;
  }
}
