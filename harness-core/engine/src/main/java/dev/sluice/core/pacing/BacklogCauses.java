package dev.sluice.core.pacing;

import dev.sluice.core.pacing.Standstills.Periods;
import dev.sluice.core.time.NanoClock;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * Attributes the backlog of one worker to its causes: each iteration to what was true when it fell
 * due. A standstill of the harness goes before everything else, then a lost connection, and so on
 * in the order of the methods here. The rest fell due while the worker was in calls.
 *
 * <p>Any thread; guarded by itself. Only trouble comes here: lost connections, calls that fail or
 * find nothing, and dropped work.
 */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
public final class BacklogCauses {

  private static final Cause[] CAUSES = Cause.values();

  private final LiveRate liveRate;
  private final boolean closedLoop;
  private final NanoClock clock;

  private Trouble trouble; // null until there is any

  private volatile double caughtUpAt; // N; written by the worker's thread, at each wait
  private volatile double sleptFrom; // N; whatever fell due from there on met nobody awake
  private volatile double wokeAt; // N where that ended, infinite while the worker waits
  private volatile long waitingSinceNanos = NanoClock.NEVER; // written by the worker's thread
  private double caughtUpSeen;

  private double lostFrom = Double.POSITIVE_INFINITY; // N, while the connection is lost
  private double failingFrom = Double.POSITIVE_INFINITY; // N, while a failure is recovered from

  /**
   * @param closedLoop whether nothing is owed, so that what is shared out is what was postponed
   */
  BacklogCauses(LiveRate liveRate, boolean closedLoop, NanoClock clock) {
    this.liveRate = liveRate;
    this.closedLoop = closedLoop;
    this.clock = clock;
  }

  /** What is kept from the first trouble on. Most of many thousands of workers never have any. */
  private static final class Trouble {

    // reused, so that dropping allocates little
    private final double[] weights = new double[CAUSES.length];
    private final long[] shares = new long[CAUSES.length];

    /** Those that are over, from when the worker had last caught up with its schedule. */
    private final Map<Cause, Periods> past = new EnumMap<>(Cause.class);

    Trouble() {
      for (Cause cause : CAUSES) {
        past.put(cause, new Periods());
      }
    }
  }

  /** The connection is lost since a time. */
  public synchronized void lost(long nanos) {
    lostFrom = Math.min(lostFrom, count(nanos));
  }

  /** The connection is back. */
  public synchronized void back(long nanos) {
    over(Cause.NO_CONNECTION, lostFrom, count(nanos));
    lostFrom = Double.POSITIVE_INFINITY;
  }

  /** A call failed that began at this time; until {@link #recovered} all is due to that. */
  public synchronized void failing(long sinceNanos) {
    failingFrom = count(sinceNanos);
  }

  /** The worker goes on after a failure. */
  public synchronized void recovered(long nanos) {
    over(Cause.FAILURES, failingFrom, count(nanos));
    failingFrom = Double.POSITIVE_INFINITY;
  }

  /**
   * The worker waits for work, and whatever falls due meanwhile has nothing to be done with; {@link
   * NanoClock#NEVER} if it waits no longer. For its own thread; takes no lock.
   */
  void waits(long sinceNanos) {
    waitingSinceNanos = sinceNanos;
  }

  /** Since when it waits for work, {@link NanoClock#NEVER} if it does not. */
  public long waitingSinceNanos() {
    return waitingSinceNanos;
  }

  /** A call looked for work and found none. */
  synchronized void foundNothing(long fromNanos, long toNanos) {
    over(Cause.NOTHING_TO_DO, count(fromNanos), count(toNanos));
  }

  /** Its part of the work begins here. For its own thread; takes no lock. */
  void begins(double count) {
    caughtUpAt = count;
  }

  /**
   * The worker has begun all that is due and waits: until it wakes, whatever falls due is late
   * because nobody wakes it. For its own thread; takes no lock.
   *
   * @param dueCount N where the next iteration is due
   */
  void sleeps(double dueCount) {
    caughtUpAt = dueCount;
    sleptFrom = dueCount;
    wokeAt = Double.POSITIVE_INFINITY;
  }

  /** It waits in a pause that holds back what was due before, for whatever cause. */
  synchronized void held(double count) {
    over(Cause.HARNESS, sleptFrom, wokeAt);
    sleptFrom = count;
    wokeAt = Double.POSITIVE_INFINITY;
  }

  /** The wait has ended. For its own thread; takes no lock. */
  void woke(double count) {
    wokeAt = count;
  }

  /** A closed loop slept through what should have been its next start. */
  synchronized void sleptThrough(double dueCount, double wokeCount) {
    over(Cause.HARNESS, dueCount, wokeCount);
  }

  /** Shares out iterations that were not begun among their causes; sums are exact. */
  synchronized long[] causesOf(long iterations, double nowCount) {
    return share(iterations, nowCount - iterations, nowCount).clone();
  }

  /**
   * Drops the oldest of what is due, and tells of each cause.
   *
   * @param fromCount N where the first of them was due
   * @param toCount N by which the others were
   */
  synchronized void drop(long iterations, double fromCount, double toCount, PacingLog log) {
    long[] shares = share(iterations, fromCount, toCount);
    for (int cause = 0; cause < shares.length; cause++) {
      if (shares[cause] > 0) {
        log.dropped(CAUSES[cause], shares[cause]);
      }
    }
  }

  private void over(Cause cause, double from, double to) {
    refresh().past.get(cause).add(Math.max(caughtUpSeen, from), to, 1);
  }

  /** Forgets what was before the worker last caught up. */
  private Trouble refresh() {
    double seen = caughtUpAt;
    if (trouble == null) {
      trouble = new Trouble();
    } else if (seen != caughtUpSeen) {
      for (Periods each : trouble.past.values()) {
        each.forgetBefore(seen);
      }
    }
    caughtUpSeen = seen;
    return trouble;
  }

  /** Shares out iterations that fell due between two values of N; the result is reused. */
  private long[] share(long iterations, double fromCount, double toCount) {
    double[] weights = refresh().weights;
    double from = closedLoop ? caughtUpSeen : Math.max(caughtUpSeen, fromCount);
    double known = 0;
    for (Cause cause : CAUSES) {
      weights[cause.ordinal()] = grown(cause, from, toCount);
      known += weights[cause.ordinal()];
    }
    double all = closedLoop ? iterations : toCount - from;
    weights[Cause.BUSY.ordinal()] = Math.max(0, all - known);
    LargestRemainder.share(iterations, weights, trouble.shares);
    return trouble.shares;
  }

  /** How much N grew because of what, where nothing that goes before was true as well. */
  private double grown(Cause cause, double from, double to) {
    return switch (cause) {
      case HARNESS ->
          stoodStill(from, to)
              + trouble.past.get(cause).grown(from, to, this::awake)
              + awake(Math.max(from, sleptFrom), Math.min(to, wokeAt));
      case NO_CONNECTION ->
          trouble.past.get(cause).grown(from, to, this::awake)
              + awake(Math.max(from, lostFrom), to);
      case FAILURES ->
          trouble.past.get(cause).grown(from, to, this::connected)
              + connected(Math.max(from, failingFrom), to);
      case NOTHING_TO_DO ->
          trouble.past.get(cause).grown(from, to, this::connected)
              + connected(Math.max(from, waitingFrom()), to);
      case BUSY -> 0;
    };
  }

  private double waitingFrom() {
    long sinceNanos = waitingSinceNanos;
    return sinceNanos == NanoClock.NEVER ? Double.POSITIVE_INFINITY : count(sinceNanos);
  }

  private double connected(double from, double to) {
    return to <= from ? 0 : awake(from, to) - grown(Cause.NO_CONNECTION, from, to);
  }

  private double awake(double from, double to) {
    return to <= from ? 0 : Math.max(0, to - from - stoodStill(from, to));
  }

  private double stoodStill(double from, double to) {
    return liveRate.standstills().grown(from, to, clock.nanos());
  }

  private double count(long nanos) {
    return nanos == NanoClock.NEVER ? caughtUpSeen : liveRate.countAt(nanos);
  }

  /** Shares whole things out in proportion to weights, by the method of the largest remainder. */
  static final class LargestRemainder {

    private LargestRemainder() {}

    /**
     * Shares out. Allocates nothing.
     *
     * @param total how many
     * @param weights none of them negative; the last one gets all if they are all 0. They are not
     *     kept
     * @param shares receives how many for each weight; their sum is {@code total}
     */
    static void share(long total, double[] weights, long[] shares) {
      double sum = 0;
      for (double weight : weights) {
        sum += weight;
      }
      Arrays.fill(shares, 0);
      if (!(sum > 0)) {
        shares[shares.length - 1] = total;
        return;
      }
      long left = total;
      for (int i = 0; i < weights.length; i++) {
        double exact = total * (weights[i] / sum);
        shares[i] = (long) exact;
        weights[i] = exact - shares[i];
        left -= shares[i];
      }
      for (; left > 0; left--) {
        int next = 0;
        for (int i = 1; i < weights.length; i++) {
          next = weights[i] > weights[next] ? i : next;
        }
        shares[next]++;
        weights[next]--;
      }
    }
  }
}
