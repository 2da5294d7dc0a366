package dev.sluice.core.run;

import dev.sluice.core.bus.Timeline;
import dev.sluice.core.pacing.LiveRate;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.core.pacing.Schedule;
import dev.sluice.core.pacing.Share;
import dev.sluice.core.pacing.Standstills;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.watch.StallWatch;
import dev.sluice.core.stats.Connections;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.Standing;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.stats.Window;
import dev.sluice.core.stats.WorkloadStats;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.Signal;
import dev.sluice.core.worker.WorkerEvents;
import dev.sluice.core.worker.WorkerPool;
import dev.sluice.core.worker.WorkerPool.WorkerStartException;
import dev.sluice.core.worker.WorkerThread;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/** One workload of a run that is under way: its live rate, its workers, its statistics. */
final class Workload implements SteeredWorkload {

  /** The processor time that it takes to wake a worker, on a slow host. */
  static final long WAKING_NANOS = 30_000;

  /** So that waking workers takes less than a third of a processor. */
  private static final long DEAL_NANOS_PER_WORKER = 100_000;

  private final WorkloadSpec spec;
  private final String name;
  private final boolean follows;
  private final NanoClock clock;
  private final LiveRate liveRate;
  private final WorkloadStats stats;
  private final WorkerPool pool;
  private final ConnectionTracker connections = new ConnectionTracker();
  private final Signal membershipSettled;
  private final AtomicBoolean membershipChanges = new AtomicBoolean(); // one command at a time

  private TargetState target; // guarded by this; of a follower, only what it begins with
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
    this.name = spec.name();
    this.follows = follows;
    this.clock = clock;
    this.membershipSettled = new Signal(clock);
    this.target = spec.targetState();
    this.nextDealNanos = clock.nanos();
    this.stats = new WorkloadStats(spec.perWorkerReadings(), spec.workers());
    this.liveRate = new LiveRate(clock.nanos(), quantum(spec), spec.catchUp());
    this.pool =
        new WorkerPool(spec, liveRate, stats, clock, seeds, spec.threads().factory(), events);
  }

  @Override
  public WorkloadSpec spec() {
    return spec;
  }

  @Override
  public String name() {
    return name;
  }

  WorkerPool pool() {
    return pool;
  }

  WorkloadStats stats() {
    return stats;
  }

  /** When the harness could not act on its schedule. */
  Standstills standstills() {
    return liveRate.standstills();
  }

  ConnectionTracker connections() {
    return connections;
  }

  /** Connections that were lost, of all workers there were. */
  Reconnects reconnects() {
    return connections.summary(pool.roster().endedDisconnected());
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
    turn((before, from) -> before.withWorkers(liveRate.present()).beginning(from), nowNanos);
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
  public synchronized void turn(Turn turn, long nowNanos) throws RunControlException {
    target = turn.of(target, nowNanos);
    liveRate.turn(target.perWorker(nowNanos), nowNanos);
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
    long nowNanos = clock.nanos();
    liveRate.deal(
        members -> {
          target = target.withWorkers(members);
          return target.perWorker(nowNanos);
        },
        nowNanos);
  }

  /** The whole run, when it has ended: nothing more is expected of any worker. */
  Window whole() {
    long nowNanos = clock.nanos();
    stats.writeOff(nowNanos);
    Window whole = stats.read(clock::nanos);
    return whole.as(name(), 0, List.of(), standing(whole, nowNanos, spec.delivery().finalCounts()));
  }

  /**
   * How it stands.
   *
   * @param whole all that was counted so far
   */
  private Standing standing(Window whole, long nowNanos, Optional<DeliveryCounts> delivery) {
    Schedule schedule = liveRate.scheduleAt(nowNanos);
    return new Standing(
        pool.roster().up(),
        pool.roster().size(),
        schedule.ratePerSecondAt(nowNanos) * liveRate.members(),
        schedule.paused()
            ? PaceMode.PAUSED
            : schedule.unthrottled() ? PaceMode.UNLIMITED : PaceMode.PACED,
        whole.unfinished(),
        whole.counts().iterations(),
        new Connections(
            pool.roster().peers(),
            connections.reconnects(),
            connections.lostNanos(nowNanos),
            connections.workersLost()),
        stats.errors().byCause(),
        delivery);
  }

  /** Iterations so far. */
  long iterations() {
    return stats.iterations();
  }

  private synchronized TargetState targetAt(long nanos) {
    if (!follows) {
      return target.at(nanos);
    }
    Schedule schedule = liveRate.scheduleAt(nanos);
    return new TargetState(
        false, schedule.curveAt(nanos), liveRate.members(), schedule.paused(), nanos);
  }

  @Override
  public TargetState target() {
    return targetAt(clock.nanos());
  }

  @Override
  public WorkloadStatus status() {
    return new WorkloadStatus(
        name(),
        target(),
        pool.roster().up(),
        pool.roster().size(),
        stats.read(clock::nanos).counts(),
        new Connections(pool.roster().peers(), connections.reconnects()),
        stats.errors().byCause(),
        spec.delivery().counts());
  }

  /**
   * Closes an interval; for the intervals' thread.
   *
   * @param reading of the statistics, made just now
   */
  Window interval(Window reading, long nowNanos, long lengthNanos) {
    excusedAtLastInterval =
        pool.returningSinceNanos()
            .mapToDouble(sinceNanos -> askedOfOne(sinceNanos, nowNanos))
            .sum();
    Standing standing = standing(reading, nowNanos, spec.delivery().counts());
    Window done = stats.sinceLast(reading);
    stats.letGoOfEnded(nowNanos);
    return done.as(name(), lengthNanos, stats.readings(nowNanos - lengthNanos, nowNanos), standing);
  }

  /**
   * Tells when all its workers are blocked, if that means anything. Who asks why may be blocked by
   * the same thing, so a thread of its own does.
   */
  Optional<StallWatch> stallWatch(Timeline timeline) {
    return spec.diagnosis()
        .blocked()
        .map(
            why ->
                new StallWatch(
                    name(),
                    this::blockedSinceNanos,
                    () -> pool.roster().ask(why),
                    asking -> clock.start("stall of " + name(), asking),
                    timeline));
  }

  /** Since when all workers have been inside one call; NEVER if one is not, or is not connected. */
  private long blockedSinceNanos() {
    return pool.roster().up() == pool.roster().size()
        ? stats.allInCallsSinceNanos()
        : NanoClock.NEVER;
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

  /** In a closed loop nothing becomes due while a worker waits, so there is nothing to bundle. */
  private static PacingQuantum quantum(WorkloadSpec spec) {
    return spec.pacing() == Pacing.THINK_TIME ? PacingQuantum.EXACT : spec.quantum();
  }
}
