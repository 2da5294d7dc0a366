package dev.sluice.core.run;

import dev.sluice.core.pacing.LiveRate;
import dev.sluice.core.pacing.Pacing;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.core.pacing.RateCurve;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.Schedule;
import dev.sluice.core.pacing.Share;
import dev.sluice.core.result.Connections;
import dev.sluice.core.result.PaceMode;
import dev.sluice.core.result.Reconnects;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Measures;
import dev.sluice.core.stats.Reading;
import dev.sluice.core.stats.WorkloadStats;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import dev.sluice.core.worker.WorkerEvents;
import dev.sluice.core.worker.WorkerPool;
import dev.sluice.core.worker.WorkerSettings;
import dev.sluice.core.worker.WorkerStartException;
import dev.sluice.core.worker.WorkerThread;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/** One workload of a run that is under way: its live rate, its workers, its statistics. */
final class Workload implements SteeredWorkload {

  private static final double NANOS_PER_SECOND = 1e9;

  /** Waking a worker takes some 30 us of processor time, which is to stay below a third of one. */
  private static final long DEAL_NANOS_PER_WORKER = 100_000;

  private final WorkloadSpec spec;
  private final boolean follows;
  private final NanoClock clock;
  private final LiveRate liveRate;
  private final WorkloadStats stats;
  private final WorkerPool pool;
  private final ConnectionTracker connections = new ConnectionTracker();
  private final Signal membershipSettled;
  private final AtomicBoolean membershipChanges = new AtomicBoolean(); // one command at a time

  private RateTarget target; // guarded by this
  private volatile long nextDealNanos; // written under this
  private double excusedAtLastInterval; // intervals only

  /**
   * @param follows whether it does what {@linkplain #follow shares} grant, and nothing by itself
   */
  Workload(
      WorkloadSpec spec,
      boolean follows,
      NanoClock clock,
      SplittableRandom seeds,
      WorkerEvents events) {
    this.spec = spec;
    this.follows = follows;
    this.clock = clock;
    this.membershipSettled = new Signal(clock);
    this.target = spec.target();
    this.nextDealNanos = clock.nanos();
    this.stats = new WorkloadStats(spec.perWorkerReadings());
    this.liveRate = new LiveRate(clock.nanos(), quantum(spec), spec.catchUp());
    this.pool =
        new WorkerPool(
            new WorkerSettings(
                spec.name(),
                spec.factory(),
                spec.arrivals(),
                spec.pacing(),
                spec.count(),
                spec.disconnects(),
                spec.errorPolicy(),
                spec.threads(),
                spec.start()),
            liveRate,
            stats,
            clock,
            seeds,
            spec.threads().factory(),
            events);
    liveRate.turn(initialCurve(), clock.nanos());
  }

  @Override
  public String name() {
    return spec.name();
  }

  WorkloadSpec spec() {
    return spec;
  }

  WorkerPool pool() {
    return pool;
  }

  WorkloadStats stats() {
    return stats;
  }

  ConnectionTracker connections() {
    return connections;
  }

  /** Connections that were lost, of all workers there were. */
  Reconnects reconnects() {
    return connections.summary(pool.endedDisconnected());
  }

  /**
   * Connects the workers it starts with. They wait for {@link #startSchedule}, or for {@link
   * #takeIn} if they do not begin together.
   */
  void connect(IntConsumer progress) throws WorkerStartException, InterruptedException {
    pool.start(spec.workers(), progress);
  }

  /** Rates set so far, while workers connected, take effect now. */
  synchronized void startSchedule(long nowNanos) {
    if (follows) {
      return; // its shares say when
    }
    liveRate.turn(
        liveRate.curve(nowNanos).scaledTo(target.perWorker(liveRate.present())), nowNanos);
    liveRate.start(nowNanos);
  }

  /**
   * A worker that does not wait for the others is up: it joins the schedule where that is now. On
   * its thread. Each time all others are woken, so that those that come up at nearly one time join
   * together.
   */
  void takeIn(WorkerThread worker) {
    long allowedNanos = nextDealNanos;
    worker.restUntil(allowedNanos);
    synchronized (this) {
      if (nextDealNanos != allowedNanos) {
        return; // another one took it in
      }
      if (liveRate.started()) {
        membershipChanged();
      } else {
        startSchedule(clock.nanos());
      }
      nextDealNanos = clock.nanos() + liveRate.members() * DEAL_NANOS_PER_WORKER;
    }
  }

  /** Does what a share grants, from its time on. */
  void follow(Share share, long nowNanos) {
    liveRate.follow(share, nowNanos);
  }

  /** Does nothing that is due after a reading of the clock. */
  void leaseUntil(long nanos, long nowNanos) {
    liveRate.leaseUntil(nanos, nowNanos);
  }

  @Override
  public synchronized void check(RateChange change, Duration over) throws RunControlException {
    next(change, over);
  }

  @Override
  public synchronized void changeRate(RateChange change, Duration over, long nowNanos)
      throws RunControlException {
    target = next(change, over);
    double perWorker = target.perWorker(sharers());
    liveRate.turn(
        over.isZero()
            ? RateCurve.constant(perWorker)
            : new LinearRamp(liveRate.curve(nowNanos).ratePerSecondAt(0), perWorker, seconds(over)),
        nowNanos);
  }

  @Override
  public void pause(long nowNanos) {
    liveRate.pause(nowNanos);
  }

  @Override
  public void resume(long nowNanos) {
    liveRate.resume(nowNanos);
  }

  @Override
  public void addWorkers(int count) throws WorkerStartException, InterruptedException {
    beginMembershipChange();
    try {
      pool.start(count, up -> {});
    } finally {
      membershipChanged();
      endMembershipChange();
    }
  }

  @Override
  public int endWorkers(int count, Duration timeout) throws InterruptedException {
    beginMembershipChange();
    try {
      List<WorkerThread> leaving = pool.release(count);
      membershipChanged(); // at once, however long they take to end
      return pool.end(leaving, timeout);
    } finally {
      endMembershipChange();
    }
  }

  private void beginMembershipChange() throws InterruptedException {
    membershipSettled.await(() -> membershipChanges.compareAndSet(false, true));
  }

  private void endMembershipChange() {
    membershipChanges.set(false);
    membershipSettled.raise();
  }

  /** Takes note of a changed number of workers: the work is dealt out to those that are there. */
  synchronized void membershipChanged() {
    liveRate.deal(target::perWorker, clock.nanos());
  }

  /** How many workers a total is shared among; before the schedule starts, how many it will be. */
  private int sharers() {
    int members = liveRate.members();
    return members == 0 ? spec.workers() : members;
  }

  /** The account of the whole run, when it has ended: nothing more is expected of any worker. */
  Reading wholeReading() {
    stats.writeOff(clock.nanos());
    return stats.read(clock::nanos);
  }

  /** Iterations so far. */
  long iterations() {
    return stats.iterations();
  }

  PaceMode mode() {
    Schedule schedule = liveRate.scheduleAt(clock.nanos());
    if (schedule.paused()) {
      return PaceMode.PAUSED;
    }
    return schedule.unthrottled() ? PaceMode.UNLIMITED : PaceMode.PACED;
  }

  @Override
  public boolean hasTarget() {
    return !liveRate.curve(clock.nanos()).equals(RateCurve.constant(0));
  }

  @Override
  public synchronized WorkloadStatus status() {
    int workers = pool.size();
    Counts counts = stats.read(clock::nanos).counts();
    int sharers = sharers();
    double perWorkerNow = perWorkerAt(clock.nanos());
    return new WorkloadStatus(
        name(),
        mode(),
        perWorkerNow,
        perWorkerNow * liveRate.members(),
        target.perWorker(sharers),
        workers == 0 ? 0 : target.perWorker(sharers) * sharers,
        pool.up(),
        workers,
        counts,
        connectionsNow(),
        stats.errors().byCause(),
        spec.delivery().counts());
  }

  /**
   * Closes an interval; for the intervals' thread.
   *
   * @param reading of the statistics, made just now
   */
  Snapshot.Workload interval(Reading reading, long lengthNanos) {
    long nowNanos = reading.nanos();
    excusedAtLastInterval =
        pool.returningSinceNanos()
            .mapToDouble(sinceNanos -> askedOfOne(sinceNanos, nowNanos))
            .sum();
    Connections standing =
        new Connections(
            pool.peers(),
            connections.reconnects(),
            connections.lostNanos(nowNanos),
            connections.workersLost());
    Measures measures = stats.sinceLast(reading);
    stats.letGoOfEnded(nowNanos);
    int workers = pool.size();
    return new Snapshot.Workload(
        name(),
        pool.up(),
        workers,
        perWorkerAt(nowNanos) * liveRate.members(),
        mode(),
        lengthNanos,
        measures,
        reading.underWay(),
        reading.counts().iterations(),
        standing,
        stats.errors().byCause(),
        spec.delivery().counts(),
        stats.readings(nowNanos - lengthNanos, nowNanos));
  }

  /** Since when all workers have been inside one call; NEVER if one is not, or is not connected. */
  long blockedSinceNanos() {
    return pool.up() == pool.size() ? stats.allInCallsSinceNanos() : NanoClock.NEVER;
  }

  private double perWorkerAt(long nanos) {
    return liveRate.scheduleAt(nanos).ratePerSecondAt(nanos);
  }

  /** The iterations due for one worker between two times. */
  private double askedOfOne(long fromNanos, long toNanos) {
    Schedule schedule = liveRate.scheduleAt(toNanos);
    return schedule.countAt(toNanos) - schedule.countAt(Math.min(fromNanos, toNanos));
  }

  /**
   * Iterations that were due at the end of the last interval and not done, because their workers
   * had disconnected on purpose and were connecting again. What they do about them comes later.
   */
  double excused() {
    return excusedAtLastInterval;
  }

  private Connections connectionsNow() {
    return new Connections(pool.peers(), connections.reconnects());
  }

  /** In a closed loop nothing becomes due while a worker waits, so there is nothing to bundle. */
  private static PacingQuantum quantum(WorkloadSpec spec) {
    return spec.pacing() == Pacing.THINK_TIME ? PacingQuantum.EXACT : spec.quantum();
  }

  private RateCurve initialCurve() {
    double perWorker = target.perWorker(spec.workers());
    return perWorker > 0 && !spec.ramp().isZero()
        ? new LinearRamp(0, perWorker, seconds(spec.ramp()))
        : RateCurve.constant(perWorker);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS_PER_SECOND;
  }

  private RateTarget next(RateChange change, Duration over) throws RunControlException {
    return spec.changed(target, change, over, hasTarget(), sharers());
  }
}
