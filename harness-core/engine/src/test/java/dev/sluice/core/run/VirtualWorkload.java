package dev.sluice.core.run;

import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.pacing.LiveRate;
import dev.sluice.core.pacing.Pacer;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingLog;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.core.pacing.PacingQuantum.WakeSlot;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.time.WaitPoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * All workers of a workload in virtual time, on one thread: the real live rate and real pacers,
 * with a clock that goes from one due time to the next. Beside it stands what should come of it,
 * the area under the total rate, computed from the commands alone.
 */
final class VirtualWorkload implements NanoClock, PacingLog {

  /** How a pacer that waits gives its thread back. */
  private static final class Parked extends RuntimeException {
    private static final long serialVersionUID = 1;

    Parked() {
      super(null, null, false, false);
    }
  }

  private final class VirtualWorker {
    final Pacer pacer =
        new Pacer(
            liveRate,
            arrivals.sequence(random.split()),
            Pacing.SCHEDULE,
            new WakeSlot(0),
            new WaitPoint(VirtualWorkload.this),
            VirtualWorkload.this,
            VirtualWorkload.this);
    final long joinedNanos = nowNanos;
    long busyUntilNanos = Long.MIN_VALUE;
    long wakeNanos = Long.MIN_VALUE; // the one appointment that counts
    long lastIntended = Long.MIN_VALUE;
  }

  private record Appointment(long nanos, VirtualWorker worker) {}

  private final Parked parked = new Parked();
  private final PriorityQueue<Appointment> appointments =
      new PriorityQueue<>((a, b) -> Long.compare(a.nanos, b.nanos));
  private final LiveRate liveRate;
  private final Arrivals arrivals;
  private final SplittableRandom random;
  private final List<VirtualWorker> members = new ArrayList<>();
  private final List<VirtualWorker> all = new ArrayList<>();
  private final List<Long> intended = new ArrayList<>();
  private final TotalArea area;

  private TargetState target;
  private double busyShare;
  private long nowNanos = -5_000_000_000L;
  private long parkedUntilNanos;
  private long handedOut;
  private long dropped;
  private long longestLatenessNanos;
  private boolean intendedAlwaysIncreased = true;
  private boolean owedFromBeforeJoining;

  VirtualWorkload(RateTarget target, int workers, CatchUp catchUp, Arrivals arrivals, long seed) {
    this.arrivals = arrivals;
    this.random = new SplittableRandom(seed);
    this.liveRate = new LiveRate(nowNanos, PacingQuantum.EXACT, catchUp);
    join(workers);
    this.target = TargetState.of(target, Duration.ZERO, workers).beginning(nowNanos);
    liveRate.turn(this.target.perWorker(nowNanos), nowNanos);
    liveRate.start(nowNanos);
    area = new TotalArea(nowNanos, target, workers);
    wakeAll();
  }

  void busyShare(double share) {
    busyShare = share;
  }

  // what can be done to it

  /** Returns whether it was accepted. */
  boolean change(RateChange change, double overSeconds) {
    try {
      turn(target.changed(change, Duration.ofNanos(Math.round(overSeconds * 1e9)), "w", nowNanos));
    } catch (RunControlException refused) {
      return false;
    }
    area.change(change, overSeconds);
    return true;
  }

  void pause() {
    turn(target.paused(true, nowNanos));
    area.pause(true);
  }

  void resume() {
    turn(target.paused(false, nowNanos));
    area.pause(false);
  }

  private void turn(TargetState next) {
    target = next;
    liveRate.turn(target.perWorker(nowNanos), nowNanos);
    wakeAll();
  }

  void add(int count) {
    join(count);
    membershipChanged();
  }

  void end(int count, SplittableRandom choice) {
    for (int i = 0; i < count; i++) {
      liveRate.leave(members.remove(choice.nextInt(members.size())).pacer, nowNanos);
    }
    membershipChanged();
  }

  private void join(int count) {
    for (int i = 0; i < count; i++) {
      VirtualWorker worker = new VirtualWorker();
      liveRate.join(worker.pacer);
      members.add(worker);
      all.add(worker);
    }
  }

  private void membershipChanged() {
    target = target.withWorkers(members.size());
    liveRate.deal(count -> target.perWorker(nowNanos), nowNanos);
    area.workers(members.size());
    wakeAll();
  }

  // time

  void pass(long nanos) {
    long untilNanos = nowNanos + nanos;
    while (!appointments.isEmpty() && appointments.peek().nanos <= untilNanos) {
      Appointment next = appointments.remove();
      if (next.nanos == next.worker.wakeNanos) { // else it was woken meanwhile
        nowNanos = Math.max(nowNanos, next.nanos);
        run(next.worker);
      }
    }
    nowNanos = untilNanos;
    area.passTo(nowNanos);
  }

  /** Nobody is busy any more, and no more comes. */
  void finishBacklog() {
    busyShare = 0;
    for (VirtualWorker worker : all) {
      worker.busyUntilNanos = nowNanos;
      run(worker);
    }
  }

  private void wakeAll() {
    for (VirtualWorker worker : all) {
      if (worker.busyUntilNanos <= nowNanos) {
        run(worker);
      }
    }
  }

  private void run(VirtualWorker worker) {
    try {
      while (worker.pacer.awaitNext(nowNanos)) {
        handedOut++;
        long due = worker.pacer.intendedNanos();
        intended.add(due);
        intendedAlwaysIncreased &= due > worker.lastIntended;
        owedFromBeforeJoining |= due < worker.joinedNanos;
        worker.lastIntended = due;
        longestLatenessNanos = Math.max(longestLatenessNanos, nowNanos - due);
        if (random.nextDouble() < busyShare) {
          double nanos = random.nextDouble(100) * 1e9 / Math.max(1e-3, area.totalPerSecond());
          worker.busyUntilNanos = nowNanos + 1 + (long) nanos;
          appoint(worker, worker.busyUntilNanos);
          return;
        }
      }
    } catch (Parked e) {
      appoint(worker, parkedUntilNanos);
    }
  }

  private void appoint(VirtualWorker worker, long nanos) {
    worker.wakeNanos = nanos;
    appointments.add(new Appointment(nanos, worker));
  }

  @Override
  public long nanos() {
    return nowNanos;
  }

  @Override
  public void parkUntil(long deadlineNanos) {
    parkedUntilNanos = deadlineNanos;
    throw parked;
  }

  // what came of it

  @Override
  public void woke(long wakeUpDelayNanos) {}

  @Override
  public void dropped(Cause cause, long iterations) {
    dropped += iterations;
  }

  int members() {
    return members.size();
  }

  long nowNanos() {
    return nowNanos;
  }

  List<Long> intended() {
    return intended;
  }

  long handedOut() {
    return handedOut;
  }

  long dropped() {
    return dropped;
  }

  long overdue() {
    long due = all.stream().mapToLong(worker -> worker.pacer.backlog().dueBy(nowNanos)).sum();
    return due - handedOut - dropped;
  }

  long longestLatenessNanos() {
    return longestLatenessNanos;
  }

  boolean intendedAlwaysIncreased() {
    return intendedAlwaysIncreased;
  }

  /** Whether anybody was given something that was due before it was there. */
  boolean owedFromBeforeJoining() {
    return owedFromBeforeJoining;
  }

  /** The rate of all workers together by the schedule that they follow. */
  double emittedPerSecond() {
    return liveRate.scheduleAt(nowNanos).ratePerSecondAt(nowNanos) * liveRate.members();
  }

  // what should come of it

  boolean ramping() {
    return area.ramping();
  }

  boolean ofEach() {
    return area.ofEach();
  }

  /** Iterations due by now. */
  double due() {
    return Math.floor(area.at(nowNanos)) + 1;
  }

  /** By how many the count may be off because of rounding: none, unless the next one is near. */
  double oneMoment() {
    double total = area.at(nowNanos);
    double fraction = total - Math.floor(total);
    double rounding = rounding();
    boolean nearWhole = fraction < rounding || fraction > 1 - rounding;
    return (nearWhole ? 1 : 0) + Math.floor(rounding);
  }

  double areaAt(long nanos) {
    return area.at(nanos);
  }

  double rounding() {
    return area.rounding();
  }

  double totalPerSecond() {
    return area.totalPerSecond();
  }

  double finalTotalPerSecond() {
    return target.finalTotalPerSecond();
  }

  @Override
  public void begun(long beganNanos, long ownLatenessNanos) {}

  @Override
  public void begunUnscheduled(long beganNanos) {}
}
