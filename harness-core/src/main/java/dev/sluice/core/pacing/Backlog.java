package dev.sluice.core.pacing;

import dev.sluice.core.time.NanoClock;
import java.util.Arrays;

/**
 * Why one worker owes what it owes: how much of N(t) grew during what, from when the worker had
 * last caught up with its schedule. What nothing else accounts for grew while it was in calls.
 *
 * <p>Any thread; guarded by itself. Nobody comes here while all goes well: a connection that is
 * lost does, a call that fails or finds nothing, and work that is given up.
 */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
public final class Backlog {

  private static final Cause[] CAUSES = Cause.values();
  private static final int BUSY = Cause.BUSY.ordinal();

  private final LiveRate liveRate;
  private final boolean closedLoop;

  // reused, so that giving up allocates nothing
  private final double[] weights = new double[CAUSES.length];
  private final long[] shares = new long[CAUSES.length];

  /** Grown since {@link #since}, and carried over from before; {@link Cause#BUSY} carried alone. */
  private final double[] parts = new double[CAUSES.length];

  private volatile double caughtUpAt; // N; written by the worker's thread, at each wait
  private volatile double wokeAt; // N
  private double caughtUpSeen;
  private double carried; // how much of the parts is from before
  private double since; // N where the present period began

  private double lostFrom = Double.NaN; // N, while the connection is lost
  private double lastLostFrom; // the last loss that is over
  private double lastLostTo;
  private double failingFrom = Double.NaN; // N, while a failure is being recovered from

  /**
   * @param closedLoop whether nothing is owed, so that what is shared out is what was postponed
   */
  Backlog(LiveRate liveRate, boolean closedLoop) {
    this.liveRate = liveRate;
    this.closedLoop = closedLoop;
  }

  /** The connection is lost since a time. */
  public synchronized void lost(long nanos) {
    if (Double.isNaN(lostFrom)) {
      lostFrom = count(nanos);
    }
  }

  /** The connection is back. */
  public synchronized void back(long nanos) {
    if (!Double.isNaN(lostFrom)) {
      refresh();
      lastLostFrom = lostFrom;
      lastLostTo = count(nanos);
      add(Cause.NO_CONNECTION, lastLostTo - Math.max(since, lostFrom));
      lostFrom = Double.NaN;
    }
  }

  /** A call failed that began at this time; until {@link #recovered} all is due to that. */
  public synchronized void failing(long sinceNanos) {
    failingFrom = count(sinceNanos);
  }

  /** The worker goes on after a failure. */
  public synchronized void recovered(long nanos) {
    if (!Double.isNaN(failingFrom)) {
      refresh();
      add(Cause.FAILURES, connectedBetween(failingFrom, count(nanos)));
      failingFrom = Double.NaN;
    }
  }

  /** A call looked for work and found none. */
  public synchronized void foundNothing(long fromNanos, long toNanos) {
    refresh();
    add(Cause.NOTHING_TO_DO, connectedBetween(count(fromNanos), count(toNanos)));
  }

  /**
   * The worker had begun all that was due before it waited. For its own thread; takes no lock.
   *
   * @param dueCount N where the next iteration was due
   * @param wokeCount N where the wait for it ended
   */
  void caughtUp(double dueCount, double wokeCount) {
    wokeAt = wokeCount;
    caughtUpAt = dueCount; // last: who sees it sees the other one
  }

  /** A closed loop slept through what should have been its next start. */
  synchronized void sleptThrough(double grown) {
    add(Cause.HARNESS, grown);
  }

  /** Shares out iterations that were not begun among their causes; sums are exact. */
  synchronized long[] causesOf(long iterations, double nowCount) {
    weigh(iterations, nowCount);
    LargestRemainder.share(iterations, weights, shares);
    return shares.clone();
  }

  /** Gives up some of what is due, which takes its causes with it, and tells of each cause. */
  synchronized void giveUp(long iterations, long stillDue, double nowCount, PacingLog log) {
    weigh(iterations, nowCount);
    double kept = (double) stillDue / (iterations + stillDue);
    carried = 0;
    for (int cause = 0; cause < parts.length; cause++) {
      parts[cause] = weights[cause] * kept;
      carried += parts[cause];
    }
    since = nowCount;
    LargestRemainder.share(iterations, weights, shares);
    for (int cause = 0; cause < shares.length; cause++) {
      if (shares[cause] > 0) {
        log.gaveUp(CAUSES[cause], shares[cause]);
      }
    }
  }

  /** Forgets what was before the worker last caught up. */
  private void refresh() {
    double seen = caughtUpAt;
    if (seen != caughtUpSeen) {
      caughtUpSeen = seen;
      Arrays.fill(parts, 0);
      carried = 0;
      since = seen;
      add(Cause.HARNESS, wokeAt - seen);
    }
  }

  /** How much of what is owed each cause accounts for. */
  private void weigh(long iterations, double nowCount) {
    refresh();
    double known = -carried;
    for (int cause = 0; cause < parts.length; cause++) {
      weights[cause] = parts[cause] + ongoing(CAUSES[cause], nowCount);
      known += weights[cause];
    }
    double all = closedLoop ? iterations : nowCount - since;
    weights[BUSY] += Math.max(0, all - known);
  }

  private double ongoing(Cause cause, double nowCount) {
    if (cause == Cause.NO_CONNECTION && !Double.isNaN(lostFrom)) {
      return Math.max(0, nowCount - Math.max(since, lostFrom));
    }
    if (cause == Cause.FAILURES && !Double.isNaN(failingFrom)) {
      return Math.max(0, connectedBetween(failingFrom, nowCount));
    }
    return 0;
  }

  /** The growth of N between two of its values while the connection was not known to be lost. */
  private double connectedBetween(double fromCount, double toCount) {
    double from = Math.max(since, fromCount);
    double lost =
        overlap(from, toCount, Math.max(since, lastLostFrom), lastLostTo)
            + (Double.isNaN(lostFrom) ? 0 : overlap(from, toCount, lostFrom, toCount));
    return toCount - from - lost;
  }

  private static double overlap(double from, double to, double otherFrom, double otherTo) {
    return Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
  }

  private void add(Cause cause, double grown) {
    parts[cause.ordinal()] += Math.max(0, grown);
  }

  private double count(long nanos) {
    return nanos == NanoClock.NEVER ? since : liveRate.countAt(nanos);
  }
}
