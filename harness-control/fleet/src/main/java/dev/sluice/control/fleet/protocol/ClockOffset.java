package dev.sluice.control.fleet.protocol;

/**
 * How far the fleet's clock is ahead of this process's own, measured as NTP does (RFC 5905, section
 * 8): a message is stamped when it leaves here, arrives there, leaves there and arrives here. The
 * way there shows how far ahead it is at most, the way back how far at least. What several
 * exchanges have shown holds together, and the bounds move apart by what clocks may drift, so that
 * a busy host knows its clock for seconds by one message each way that was not delayed, of the same
 * exchange or of two.
 *
 * <p>For one thread.
 */
final class ClockOffset {

  /** Unknown. */
  static final long UNKNOWN_NANOS = Long.MAX_VALUE;

  private boolean known;
  private long leastNanos; // ahead, when the own clock was this
  private long mostNanos;
  private long readNanos;

  /**
   * Takes an exchange.
   *
   * @param sentNanos by the own clock
   * @param receivedNanos by the fleet's clock
   * @param answeredNanos by the fleet's clock
   * @param nowNanos by the own clock
   */
  void exchanged(long sentNanos, long receivedNanos, long answeredNanos, long nowNanos) {
    // what the clocks may have drifted apart between the two ends
    long driftNanos = drift(nowNanos - sentNanos);
    long least = answeredNanos - nowNanos - driftNanos;
    long most = receivedNanos - sentNanos + driftNanos;
    if (most - driftNanos < least || answeredNanos < receivedNanos || nowNanos < sentNanos) {
      return; // not of these clocks
    }
    long sinceNanos = drift(nowNanos - readNanos);
    boolean agrees = known && least <= mostNanos + sinceNanos && most >= leastNanos - sinceNanos;
    // clocks that have jumped, as where a virtual machine stood still, agree with none from before
    leastNanos = agrees ? Math.max(least, leastNanos - sinceNanos) : least;
    mostNanos = agrees ? Math.min(most, mostNanos + sinceNanos) : most;
    readNanos = nowNanos;
    known = true;
  }

  /** Takes an exchange of processes that seem to have one clock: they do, unless it denies that. */
  void exchangedOnOneClock(long sentNanos, long receivedNanos, long answeredNanos, long nowNanos) {
    exchanged(sentNanos, receivedNanos, answeredNanos, nowNanos);
    if (sentNanos <= receivedNanos && receivedNanos <= answeredNanos && answeredNanos <= nowNanos) {
      leastNanos = 0;
      mostNanos = 0;
    }
  }

  private static long drift(long nanos) {
    return (long) Math.ceil(nanos * FleetTiming.DRIFT);
  }

  /** Forgets all, because the fleet's clock is another one. */
  void forget() {
    known = false;
  }

  boolean known() {
    return known;
  }

  /** The fleet's clock less the own one; 0 if it is not known. */
  long aheadNanos() {
    return known ? leastNanos + (mostNanos - leastNanos) / 2 : 0;
  }

  /** How wrong {@link #aheadNanos} may be. */
  long errorNanos(long nowNanos) {
    return known ? (mostNanos - leastNanos) / 2 + 1 + drift(nowNanos - readNanos) : UNKNOWN_NANOS;
  }
}
