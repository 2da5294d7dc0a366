package dev.sluice.core.rate;

import dev.sluice.core.time.NanoClock;

/**
 * One worker's wait for its next due iteration.
 *
 * <p>Used by the worker's own thread only, but for {@link #overdueAt}. The hot path reads one
 * volatile field, computes a due time from an index, and allocates nothing. It parks to an absolute
 * time, so an overslept wait does not move the schedule. A worker that comes late gets what is due
 * at once, within the limit of {@link CatchUp}; under {@link Pacing#THINK_TIME} its schedule waits
 * for it instead.
 */
public final class Pacer implements IterationTimes {

  private final RateDial dial;
  private final ArrivalSequence arrivals;
  private final boolean thinkTime;
  private final WakeSlot slot;
  private final WaitPoint waitPoint;
  private final NanoClock clock;
  private final PacingLog log;

  private RateSchedule schedule = RateSchedule.NONE;
  private long dueNanos = NanoClock.NEVER;

  private long intendedNanos = Long.MIN_VALUE;
  private long startNanos;

  /** A pacer that has nothing to do until the dial deals it a part of the workload. */
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
    while (!waitPoint.stopped()) {
      RateSchedule current = dial.schedule();
      if (current != schedule) {
        follow(current);
        wakeNanos = NanoClock.NEVER;
      }
      if (current.unthrottled()) {
        intendedNanos = nowNanos;
        startNanos = nowNanos;
        return true;
      }
      if (thinkTime && dueNanos < latestNanos) {
        postponeTo(latestNanos, current);
      }
      if (!current.paused() && dueNanos <= nowNanos && !waitsForQuantum(wakeNanos, nowNanos)) {
        release(current, nowNanos, wakeNanos);
        return true;
      }
      wakeNanos =
          current.paused() ? NanoClock.NEVER : slot.firstFrom(dueNanos, current.quantumNanos());
      waitPoint.parkUntil(wakeNanos);
      nowNanos = clock.nanos();
    }
    return false;
  }

  /** What has fallen due until now is not owed: the worker was away on purpose. */
  public void excuseAbsence() {
    RateSchedule current = dial.schedule();
    if (current != schedule) {
      follow(current);
    }
    if (!current.unthrottled()) {
      arrivals.joinAt(current.countAt(clock.nanos()));
      dueNanos = dueNanos(current);
    }
  }

  /**
   * Iterations due by a time that were neither handed out nor given up yet: of a schedule exactly
   * as many for even arrivals, and as are to be expected for Poisson arrivals until the worker has
   * drawn them. With think time that is one at most, because nothing becomes due while one waits.
   * Any thread.
   */
  public long overdueAt(long nowNanos) {
    RateSchedule current = dial.schedule();
    if (current.unthrottled()) {
      return 0;
    }
    long overdue = arrivals.overdueAt(current, nowNanos);
    return thinkTime ? Math.min(1, overdue) : overdue;
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

  ArrivalSequence arrivals() {
    return arrivals;
  }

  /** Ends a wait that is under way, so that the worker sees what changed. */
  void wake() {
    waitPoint.wake();
  }

  private void follow(RateSchedule current) {
    if (!thinkTime || Double.isInfinite(arrivals.next())) { // a closed loop only starts on a grid
      arrivals.follow();
    }
    // what was done without a schedule counts neither for nor against the new one
    arrivals.joinAt(current.owedFromCount());
    schedule = current;
    dueNanos = dueNanos(current);
  }

  /** Due times are whole nanoseconds, and increase even where rounding would make two equal. */
  private long dueNanos(RateSchedule current) {
    return Math.max(current.dueNanos(arrivals.next()), intendedNanos + 1);
  }

  /** A worker that was woken early inside its quantum goes on waiting. */
  private static boolean waitsForQuantum(long wakeNanos, long nowNanos) {
    return wakeNanos != NanoClock.NEVER && wakeNanos > nowNanos;
  }

  private void release(RateSchedule current, long nowNanos, long wakeNanos) {
    if (wakeNanos != NanoClock.NEVER) {
      log.woke(nowNanos - wakeNanos);
    }
    // what waited for the quantum is not late
    if (!thinkTime && nowNanos - dueNanos - current.quantumNanos() > dial.catchUp().limitNanos()) {
      giveUp(current, nowNanos);
    }
    intendedNanos = dueNanos;
    startNanos = nowNanos;
    double count = arrivals.next();
    arrivals.advance();
    dueNanos = dueNanos(current);
    if (thinkTime && dueNanos <= nowNanos) {
      // it slept through the start of the next one too: that is not owed, an interval passes first
      double gap = arrivals.next() - count;
      arrivals.postponeTo(current.countAt(nowNanos) + gap);
      dueNanos = dueNanos(current);
    }
  }

  /** A worker that is busy until then can have nothing due before. */
  private void postponeTo(long nanos, RateSchedule current) {
    arrivals.postponeTo(current.countAt(nanos));
    dueNanos = Math.max(nanos, current.dueNanos(arrivals.next()));
  }

  private void giveUp(RateSchedule current, long nowNanos) {
    long horizonNanos = dial.catchUp().horizonNanos(nowNanos - current.quantumNanos());
    long givenUp = arrivals.giveUpBefore(current.countAt(horizonNanos), current.countAt(nowNanos));
    if (givenUp > 0) {
      log.gaveUp(givenUp);
      dueNanos = dueNanos(current);
    }
  }
}
