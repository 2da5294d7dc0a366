package dev.sluice.core.pacing;

import dev.sluice.core.pacing.ArrivalSequence.Part;
import dev.sluice.core.pacing.PacingQuantum.WakeSlot;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.WaitPoint;

/**
 * One worker's wait for its next due iteration. For the worker's own thread; what the worker owes
 * meanwhile is the {@link #backlog}, for any thread.
 *
 * <p>The hot path reads one volatile field, computes a due time from an index, and allocates
 * nothing. It parks to an absolute time, so an overslept wait does not move the schedule. A worker
 * that comes late gets what is due at once, within the limit of {@link CatchUp}; under {@link
 * Pacing#THINK_TIME} its schedule waits for it instead.
 */
public final class Pacer implements IterationTimes {

  private final LiveRate liveRate;
  private final ArrivalSequence arrivals;
  private final boolean thinkTime;
  private final WakeSlot slot;
  private final WaitPoint waitPoint;
  private final NanoClock clock;
  private final PacingLog log;
  private final BacklogCauses causes;
  private final WorkerBacklog backlog;

  private Schedule schedule = Schedule.NONE;
  private boolean begun;
  private double partFrom = Part.NONE.from(); // of the part that the worker has seen
  private long wokeNanos; // the end of the last wait

  private boolean away; // on purpose

  private long dueNanos = NanoClock.NEVER; // when the next iteration is
  private long scheduledNanos = NanoClock.NEVER; // when the schedule as it is has it due

  private long intendedNanos = Long.MIN_VALUE;
  private long startNanos;

  /** A pacer that has nothing to do until the live rate deals it a part of the workload. */
  public Pacer(
      LiveRate liveRate,
      ArrivalSequence arrivals,
      Pacing pacing,
      WakeSlot slot,
      WaitPoint waitPoint,
      NanoClock clock,
      PacingLog log) {
    this.liveRate = liveRate;
    this.arrivals = arrivals;
    this.thinkTime = pacing == Pacing.THINK_TIME;
    this.slot = slot;
    this.waitPoint = waitPoint;
    this.clock = clock;
    this.log = log;
    this.causes = new BacklogCauses(liveRate, thinkTime, clock);
    this.backlog = new WorkerBacklog(liveRate, arrivals, thinkTime, causes);
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
    boolean idle = false; // it slept for the due time: then it is late only by how it was woken
    while (!waitPoint.stopped()) {
      Schedule current = liveRate.schedule().at(nowNanos);
      if (current != schedule) {
        follow(current);
        wakeNanos = wakeNanos > nowNanos ? NanoClock.NEVER : wakeNanos; // else it woke late
      }
      if (!liveRate.mayBegin(nowNanos)) {
        wakeNanos = NanoClock.NEVER;
        waitPoint.parkUntil(wakeNanos); // until the lease is prolonged
        waited = true;
        idle = false;
        nowNanos = clock.nanos();
        continue;
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
      // woken early inside its quantum, it goes on waiting
      boolean early = wakeNanos != NanoClock.NEVER && wakeNanos > nowNanos;
      if (!current.paused() && dueNanos <= nowNanos && !early) {
        wokeNanos = waited ? nowNanos : wokeNanos;
        if (idle && wakeNanos == NanoClock.NEVER) { // it was woken for a change
          wakeNanos = Math.min(slot.firstFrom(dueNanos, current.quantumNanos()), nowNanos);
        }
        release(current, nowNanos, wakeNanos);
        return true;
      }
      wakeNanos =
          current.paused() ? NanoClock.NEVER : slot.firstFrom(dueNanos, current.quantumNanos());
      nowNanos = sleepUntil(Math.min(wakeNanos, current.endNanos()), current, nowNanos);
      waited = true;
      idle = true;
    }
    return false;
  }

  /** Parks until a time, and returns a clock reading after that. */
  private long sleepUntil(long nanos, Schedule current, long nowNanos) {
    if (thinkTime) { // what is slept through is not owed
      waitPoint.parkUntil(nanos);
      return clock.nanos();
    }
    if (current.paused() && dueNanos <= nowNanos) {
      causes.held(current.countAt(nowNanos));
    } else {
      causes.sleeps(begun ? arrivals.next() : 0);
    }
    waitPoint.parkUntil(nanos);
    long wokenNanos = clock.nanos();
    causes.woke(liveRate.countAt(wokenNanos));
    return wokenNanos;
  }

  /** The worker goes away on purpose: what falls due meanwhile is not owed. */
  public void leave() {
    followLatest();
    if (begun && !backlog.hasCeased()) {
      long nowNanos = clock.nanos();
      double now = schedule.countAt(nowNanos);
      double first = arrivals.next();
      // what is due at N itself is passed over too, where anything is due
      drop(arrivals.joinAt(schedule.asksNothing() ? now : Math.nextUp(now)), first, now);
      backlog.leave(schedule, nowNanos, now);
      away = true;
    }
  }

  /** It is back: what has fallen due since it left is not owed. */
  public void excuseAbsence() {
    followLatest();
    double now = schedule.countAt(clock.nanos());
    backlog.comeBack(arrivals.joinAt(now), now);
    away = false;
    findDue(schedule);
  }

  @Override
  public void waits(long sinceNanos) {
    causes.waits(sinceNanos);
  }

  @Override
  public void waitedUntil(long nanos) {
    long sinceNanos = causes.waitingSinceNanos();
    causes.waits(NanoClock.NEVER);
    if (sinceNanos != NanoClock.NEVER) {
      foundNothing(sinceNanos, nanos);
    }
  }

  /** There was nothing to do in a time, so that what fell due by its end is owed no longer. */
  public void foundNothing(long fromNanos, long toNanos) {
    if (toNanos <= fromNanos) {
      return;
    }
    causes.foundNothing(fromNanos, toNanos);
    if (dueNanos > toNanos) {
      return; // nothing was missed
    }
    long nowNanos = clock.nanos();
    if (!thinkTime && begun && liveRate.schedule().at(nowNanos) == schedule) {
      dropDueBefore(schedule, toNanos, nowNanos);
    }
  }

  /** Why this worker owes what it owes. */
  public BacklogCauses causes() {
    return causes;
  }

  /** The work that this worker owes. */
  public Backlog backlog() {
    return backlog;
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

  @Override
  public double profileSeconds() {
    return schedule.profileSecondsAt(intendedNanos);
  }

  /** How long the process stood still while the iteration waited for its worker, or was called. */
  public long stoodStillNanos(long endNanos) {
    return liveRate.standstills().nanosSince(Math.max(wokeNanos, intendedNanos), endNanos);
  }

  ArrivalSequence arrivals() {
    return arrivals;
  }

  /** Ends a wait that is under way, so that the worker sees what changed. */
  void wake() {
    waitPoint.wake();
  }

  private void followLatest() {
    Schedule current = liveRate.schedule().at(clock.nanos());
    if (current != schedule) {
      follow(current);
    }
  }

  private void follow(Schedule current) {
    Part part = arrivals.part();
    if (!thinkTime || Double.isInfinite(arrivals.next()) || part.from() != partFrom) {
      arrivals.follow(); // a closed loop only starts on a grid
      partFrom = part.from();
    }
    if (!begun && part.begun()) {
      begun = true;
      causes.begins(part.start());
    }
    // what was done unscheduled counts neither for nor against the new one
    double owedFrom =
        current.unthrottled() ? current.countAt(current.startNanos()) : current.owedFromCount();
    double first = arrivals.next();
    long passed = arrivals.joinAt(owedFrom);
    if (away) {
      backlog.excuse(passed);
    } else {
      drop(passed, first, owedFrom);
    }
    schedule = current;
    findDue(current);
  }

  /**
   * Due times are whole nanoseconds, and increase, even where rounding would make two equal, or
   * where a change that came late has the next one due before the last one.
   */
  private void findDue(Schedule current) {
    double next = arrivals.next();
    scheduledNanos =
        thinkTime && next > arrivals.part().to() ? NanoClock.NEVER : current.dueNanos(next);
    dueNanos = Math.max(scheduledNanos, intendedNanos + 1);
  }

  private void release(Schedule current, long nowNanos, long wakeNanos) {
    if (wakeNanos != NanoClock.NEVER) {
      log.woke(nowNanos - wakeNanos);
    }
    // what waited for the quantum is not late
    if (!thinkTime
        && nowNanos - scheduledNanos - current.quantumNanos() > liveRate.catchUpNanos()) {
      dropWhatIsTooOld(current, nowNanos);
    }
    intendedNanos = dueNanos;
    startNanos = nowNanos;
    double count = arrivals.next();
    arrivals.advance();
    findDue(current);
    if (thinkTime && dueNanos <= nowNanos) {
      // it slept through the start of the next one too: that is not owed, an interval passes first
      double gap = arrivals.next() - count;
      double now = current.countAt(nowNanos);
      causes.sleptThrough(count, now);
      arrivals.postponeTo(now + gap);
      findDue(current);
    }
    log.begun(nowNanos, Math.max(0, wokeNanos - intendedNanos));
  }

  /** A worker that is busy until then can have nothing due before. */
  private void postponeTo(long nanos, Schedule current) {
    arrivals.postponeTo(current.countAt(nanos));
    dueNanos = Math.max(nanos, current.dueNanos(arrivals.next()));
  }

  private void dropWhatIsTooOld(Schedule current, long nowNanos) {
    dropDueBefore(current, liveRate.horizonNanos(nowNanos - current.quantumNanos()), nowNanos);
  }

  private void dropDueBefore(Schedule current, long horizonNanos, long nowNanos) {
    double first = arrivals.next();
    double horizon = current.countAt(horizonNanos);
    long dropped = arrivals.dropBefore(horizon, current.countAt(nowNanos));
    if (dropped > 0) {
      drop(dropped, first, Math.min(horizon, arrivals.next()));
      findDue(current);
    }
  }

  private void drop(long iterations, double fromCount, double toCount) {
    if (iterations > 0 && !thinkTime) {
      causes.drop(iterations, fromCount, toCount, log);
    }
  }

  /** The time by which a worker's next iteration is due. */
  public enum Pacing {

    /** By the schedule alone: what a late worker could not begin is owed (an open loop). */
    SCHEDULE,

    /**
     * By the worker's previous iteration: one interval of the schedule after that was due, or at
     * its end if that is later, which moves all that follow by as much. Nothing is ever owed (a
     * closed loop with think time).
     */
    THINK_TIME
  }
}
