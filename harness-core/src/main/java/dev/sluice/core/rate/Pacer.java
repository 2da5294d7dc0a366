package dev.sluice.core.rate;

import dev.sluice.core.time.NanoClock;

/**
 * One worker's wait for its next due iteration.
 *
 * <p>Used by the worker's own thread only, but for what it owes ({@link Owed}), which it works out
 * from the schedule for any thread. The hot path reads one volatile field, computes a due time from
 * an index, and allocates nothing. It parks to an absolute time, so an overslept wait does not move
 * the schedule. A worker that comes late gets what is due at once, within the limit of {@link
 * CatchUp}; under {@link Pacing#THINK_TIME} its schedule waits for it instead.
 */
public final class Pacer implements IterationTimes, Owed {

  private final RateDial dial;
  private final ArrivalSequence arrivals;
  private final boolean thinkTime;
  private final WakeSlot slot;
  private final WaitPoint waitPoint;
  private final NanoClock clock;
  private final PacingLog log;
  private final Backlog backlog;
  private final boolean presentAtStart;

  private RateSchedule schedule; // changed under this, by the worker's thread
  private boolean begun; // guarded by this
  private double begunAt; // N; guarded by this
  private double awayFrom = Double.POSITIVE_INFINITY; // N; guarded by this
  private double ceasedAt = Double.POSITIVE_INFINITY; // N; guarded by this
  private double excused; // of N; guarded by this

  private long dueNanos = NanoClock.NEVER;
  private long wokeNanos; // the end of the last wait
  private long intendedNanos;
  private long startNanos;

  /**
   * A pacer that begins with the next schedule the dial publishes, and owes nothing before it. One
   * that was there before the dial started owes all from the start.
   */
  public Pacer(
      RateDial dial,
      ArrivalSequence arrivals,
      Pacing pacing,
      WakeSlot slot,
      WaitPoint waitPoint,
      NanoClock clock,
      PacingLog log) {
    this.dial = dial;
    this.arrivals = arrivals;
    this.thinkTime = pacing == Pacing.THINK_TIME;
    this.slot = slot;
    this.waitPoint = waitPoint;
    this.clock = clock;
    this.log = log;
    this.schedule = dial.schedule();
    this.presentAtStart = schedule.paused() && schedule.startCount() == 0;
    this.backlog = new Backlog(dial, thinkTime);
    this.wokeNanos = clock.nanos();
  }

  /**
   * Waits until the next iteration is due.
   *
   * @param latestNanos a clock reading not long ago (the end of the last iteration), which saves
   *     one
   * @return true with {@link #intendedNanos()} and {@link #startNanos()} set; false if the worker
   *     was stopped
   */
  public boolean awaitNext(long latestNanos) {
    long nowNanos = latestNanos;
    long wakeNanos = NanoClock.NEVER; // when a park that is under way should end
    boolean waited = false;
    while (!waitPoint.stopped()) {
      RateSchedule current = dial.schedule();
      if (current != schedule) {
        follow(current);
        wakeNanos = NanoClock.NEVER;
      }
      if (current.unthrottled()) {
        intendedNanos = nowNanos;
        startNanos = nowNanos;
        log.begunUnscheduled(nowNanos);
        return true;
      }
      if (thinkTime && dueNanos < latestNanos) {
        postponeTo(latestNanos, current);
      }
      if (!current.paused() && dueNanos <= nowNanos && !waitsForQuantum(wakeNanos, nowNanos)) {
        if (waited) {
          wokeNanos = nowNanos;
        }
        release(current, nowNanos, wakeNanos);
        return true;
      }
      wakeNanos =
          current.paused() ? NanoClock.NEVER : slot.firstFrom(dueNanos, current.quantumNanos());
      waitPoint.parkUntil(wakeNanos);
      waited = true;
      nowNanos = clock.nanos();
    }
    return false;
  }

  /** The worker goes away on purpose: what falls due meanwhile is not owed. */
  public synchronized void leave() {
    followLatest();
    if (!schedule.unthrottled()) {
      double now = schedule.countAt(clock.nanos());
      giveUp(arrivals.dropThrough(now), 0, now);
      awayFrom = now;
    }
  }

  /** It is back: what has fallen due since it left is not owed. */
  public synchronized void excuseAbsence() {
    followLatest();
    if (!schedule.unthrottled()) {
      double now = schedule.countAt(clock.nanos());
      arrivals.joinAt(now);
      excused += Math.max(0, now - awayFrom);
      dueNanos = schedule.dueNanos(arrivals.next());
    }
    awayFrom = Double.POSITIVE_INFINITY;
  }

  /** Why this worker owes what it owes. */
  public Backlog backlog() {
    return backlog;
  }

  @Override
  public synchronized long dueBy(long nanos) {
    return thinkTime || !owesAnything() ? 0 : arrivals.dueBy(countBy(nanos));
  }

  @Override
  public synchronized double askedBy(long nanos) {
    return owesAnything() ? countBy(nanos) - begunAt - excused : 0;
  }

  @Override
  public synchronized void ceaseAt(long nanos) {
    ceasedAt = Math.min(ceasedAt, dial.schedule().countAt(nanos));
  }

  @Override
  public boolean closedLoop() {
    return thinkTime;
  }

  @Override
  public long[] causesOf(long iterations, long nanos) {
    return backlog.causesOf(iterations, dial.schedule().countAt(nanos));
  }

  /** Whether the iteration handed out last had a schedule. */
  @Override
  public boolean paced() {
    return !schedule.unthrottled();
  }

  /** When the schedule said the iteration should start. */
  @Override
  public long intendedNanos() {
    return intendedNanos;
  }

  /** When it did: the clock reading that ended the wait. */
  @Override
  public long startNanos() {
    return startNanos;
  }

  private void followLatest() {
    RateSchedule current = dial.schedule();
    if (current != schedule) {
      follow(current);
    }
  }

  private synchronized void follow(RateSchedule current) {
    begin(current);
    if (current.unthrottled() && !schedule.unthrottled()) {
      // what is done without a schedule counts neither for nor against one
      giveUp(arrivals.dropThrough(current.startCount()), 0, current.startCount());
    }
    schedule = current;
    dueNanos = current.dueNanos(arrivals.next());
  }

  /** Whether there is a schedule to follow; whoever sees it first takes down where it began. */
  private boolean owesAnything() {
    RateSchedule current = dial.schedule();
    if (current != schedule) {
      begin(current);
    }
    return begun;
  }

  private void begin(RateSchedule current) {
    if (!begun) {
      begunAt = presentAtStart ? 0 : current.startCount();
      boolean nothingYet = current.unthrottled() && current.startCount() == begunAt;
      arrivals.joinAt(nothingYet ? Math.nextUp(begunAt) : begunAt);
      backlog.caughtUp(begunAt, begunAt);
      begun = true;
    }
  }

  private double countBy(long nanos) {
    return Math.min(dial.schedule().countAt(nanos), Math.min(awayFrom, ceasedAt));
  }

  /** A worker that was woken early inside its quantum goes on waiting. */
  private static boolean waitsForQuantum(long wakeNanos, long nowNanos) {
    return wakeNanos != NanoClock.NEVER && wakeNanos > nowNanos;
  }

  private void release(RateSchedule current, long nowNanos, long wakeNanos) {
    if (wakeNanos != NanoClock.NEVER) {
      log.woke(nowNanos - wakeNanos);
      if (!thinkTime) {
        backlog.caughtUp(arrivals.next(), current.countAt(nowNanos));
      }
    }
    // what waited for the quantum is not late
    if (!thinkTime && nowNanos - dueNanos - current.quantumNanos() > dial.catchUp().limitNanos()) {
      giveUpWhatIsTooOld(current, nowNanos);
    }
    intendedNanos = dueNanos;
    startNanos = nowNanos;
    double count = arrivals.next();
    arrivals.advance();
    dueNanos = current.dueNanos(arrivals.next());
    if (thinkTime && dueNanos <= nowNanos) {
      // it slept through the start of the next one too: that is not owed, an interval passes first
      double gap = arrivals.next() - count;
      double now = current.countAt(nowNanos);
      backlog.sleptThrough(now - count);
      arrivals.postponeTo(now + gap);
      dueNanos = current.dueNanos(arrivals.next());
    }
    log.begun(nowNanos, Math.max(0, wokeNanos - intendedNanos));
  }

  /** A worker that is busy until then can have nothing due before. */
  private void postponeTo(long nanos, RateSchedule current) {
    arrivals.postponeTo(current.countAt(nanos));
    dueNanos = Math.max(nanos, current.dueNanos(arrivals.next()));
  }

  private void giveUpWhatIsTooOld(RateSchedule current, long nowNanos) {
    long horizonNanos = dial.catchUp().horizonNanos(nowNanos - current.quantumNanos());
    double now = current.countAt(nowNanos);
    long givenUp = arrivals.giveUpBefore(current.countAt(horizonNanos), now);
    if (givenUp > 0) {
      giveUp(givenUp, 1 + (long) (now - arrivals.next()), now);
      dueNanos = current.dueNanos(arrivals.next());
    }
  }

  private void giveUp(long iterations, long stillDue, double nowCount) {
    if (iterations > 0 && !thinkTime) {
      backlog.giveUp(iterations, stillDue, nowCount, log);
    }
  }
}
