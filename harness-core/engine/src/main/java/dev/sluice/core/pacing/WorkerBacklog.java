package dev.sluice.core.pacing;

import dev.sluice.core.time.NanoClock;

/**
 * The work that a workload's schedule asks of one worker, less what it was excused. Any thread;
 * only the worker's own says that it goes and comes back.
 */
final class WorkerBacklog implements Backlog {

  /** Ages are told in at most this many groups, which bounds the cost after a long outage. */
  private static final int AGES_TOLD = 256;

  private final LiveRate liveRate;
  private final ArrivalSequence arrivals;
  private final boolean thinkTime;
  private final BacklogCauses causes;

  private long excused; // iterations; guarded by this
  private double excusedCount; // of N; guarded by this
  private Limit away = Limit.NONE; // while it is; guarded by this
  private Limit ceased = Limit.NONE; // guarded by this

  WorkerBacklog(
      LiveRate liveRate, ArrivalSequence arrivals, boolean thinkTime, BacklogCauses causes) {
    this.liveRate = liveRate;
    this.arrivals = arrivals;
    this.thinkTime = thinkTime;
    this.causes = causes;
  }

  /** The most that can be asked of a worker: iterations, and the value of N. */
  private record Limit(long due, double count) {
    static final Limit NONE = new Limit(Long.MAX_VALUE, Double.POSITIVE_INFINITY);
  }

  /** The worker goes at a time, with this value of N: what falls due from now on is not owed. */
  synchronized void leave(Schedule schedule, long nowNanos, double now) {
    away = new Limit(arrivals.dueBy(schedule, nowNanos) - excused, now);
  }

  /** Iterations that fell due while it was away are not owed. */
  synchronized void excuse(long iterations) {
    excused += iterations;
  }

  /** It is back, when N has this value, and is excused the iterations since it last looked. */
  synchronized void comeBack(long iterations, double now) {
    excuse(iterations);
    excusedCount += Math.max(0, now - away.count);
    away = Limit.NONE;
  }

  /** Whether nothing falls due any more. */
  synchronized boolean hasCeased() {
    return ceased.due != Long.MAX_VALUE;
  }

  @Override
  public synchronized long dueBy(long nanos) {
    if (thinkTime) {
      return 0;
    }
    long lastNanos = liveRate.leased(nanos);
    long due = arrivals.dueBy(liveRate.schedule().at(lastNanos), lastNanos) - excused;
    return Math.min(due, Math.min(away.due, ceased.due));
  }

  @Override
  public synchronized double askedBy(long nanos) {
    double count =
        Math.min(liveRate.countAt(liveRate.leased(nanos)), Math.min(away.count, ceased.count));
    return Math.max(0, arrivals.part().grownBy(count) - excusedCount);
  }

  @Override
  public synchronized void ceaseAt(long nanos) {
    if (!hasCeased()) {
      ceased = new Limit(dueBy(nanos), liveRate.countAt(liveRate.leased(nanos)));
    }
  }

  @Override
  public synchronized void tellAges(long overdue, long inFlight, long nanos, AgeLog ages) {
    Schedule current = liveRate.schedule().at(liveRate.leased(nanos));
    if (thinkTime || current.unthrottled()) {
      return;
    }
    long due = dueBy(nanos) + excused;
    long told = Math.min(due, overdue + inFlight);
    long step = 1 + told / AGES_TOLD;
    long limitNanos = NanoClock.plus(liveRate.catchUpNanos(), current.quantumNanos());
    for (long younger = 0; younger < told; younger += step) {
      long dueNanos = current.dueNanos(arrivals.countOf(due - 1 - younger));
      long ageNanos = Math.max(0, NanoClock.between(dueNanos, nanos));
      boolean tooOld = younger > 0 && younger < overdue && ageNanos > limitNanos;
      ages.age(ageNanos, Math.min(step, told - younger), tooOld);
    }
  }

  @Override
  public boolean closedLoop() {
    return thinkTime;
  }

  @Override
  public long[] causesOf(long iterations, long nanos) {
    return causes.causesOf(iterations, liveRate.countAt(nanos));
  }
}
