package dev.sluice.core.pacing;

import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.time.NanoClock;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.IntToDoubleFunction;

/**
 * The live rate of one workload: what a person turns and every worker's {@link Pacer} follows.
 *
 * <p>Changes come from any thread and are serialised here; each publishes a new schedule and wakes
 * every waiting worker, so that a worker at one iteration a second sees it at once. Pacers read
 * {@link #schedule()}: one volatile read, no lock.
 *
 * <p>A change takes effect at the time it is given, which should be now, so that the live rates of
 * several workloads turn at one moment.
 */
public final class LiveRate {

  private final PacingQuantum quantum;
  private final CatchUp catchUp;

  private final Set<Pacer> waiting = new LinkedHashSet<>(); // for their part; guarded by this
  private final Set<Pacer> members = new LinkedHashSet<>(); // that have one; guarded by this
  private Grid grid = Grid.EMPTY; // guarded by this
  private boolean dealtToOthers; // the grid is that of other members; guarded by this
  private RateCurve beforePause = NoSchedule.PAUSED; // guarded by this
  private boolean started; // guarded by this

  private volatile Schedule schedule;

  public LiveRate(long nowNanos, PacingQuantum quantum, CatchUp catchUp) {
    this.quantum = quantum;
    this.catchUp = catchUp;
    this.schedule = Schedule.notStarted(nowNanos);
  }

  /** The schedule as it stands; until {@link #start} it is paused. */
  public Schedule schedule() {
    return schedule;
  }

  public CatchUp catchUp() {
    return catchUp;
  }

  /** Starts the schedule of all that joined, with the curve last {@link #turn turned} to. */
  public synchronized void start(long nowNanos) {
    started = true;
    admit();
    publish(beforePause, nowNanos);
  }

  /**
   * Turns to another curve. While paused or not started it is kept for later.
   *
   * @param curve the rate of each worker
   */
  public synchronized void turn(RateCurve curve, long nowNanos) {
    if (isHeld()) {
      beforePause = curve;
    } else {
      publish(curve, nowNanos);
    }
  }

  /** Holds all workers before their next iteration; what is left of a ramp is kept. */
  public synchronized void pause(long nowNanos) {
    if (!isHeld()) {
      beforePause = schedule.curveAt(nowNanos);
      publish(NoSchedule.PAUSED, nowNanos);
    }
  }

  /** Goes on where {@link #pause} held; the time between is not owed. */
  public synchronized void resume(long nowNanos) {
    if (started && schedule.paused()) {
      publish(beforePause, nowNanos);
    }
  }

  /** The curve in force, or the one that will be when the pause ends. */
  public synchronized RateCurve curve(long nowNanos) {
    return isHeld() ? beforePause : schedule.curveAt(nowNanos);
  }

  public boolean paused() {
    return schedule.paused();
  }

  /** A worker is there; its part begins with {@link #start} or the next {@link #deal}. */
  public synchronized void join(Pacer worker) {
    waiting.add(worker);
  }

  /** A worker is not there any more; nothing becomes due for it from now on. */
  public synchronized void leave(Pacer worker, long nowNanos) {
    waiting.remove(worker);
    if (members.remove(worker)) {
      worker.arrivals().withdraw(schedule, Math.max(nowNanos, schedule.startNanos()));
      dealtToOthers = true;
    }
  }

  /** How many workers share the work: those that have been dealt a part and have not left. */
  public synchronized int members() {
    return members.size();
  }

  /** How many workers are there, whether or not they have been dealt a part. */
  public synchronized int present() {
    return members.size() + waiting.size();
  }

  public synchronized boolean started() {
    return started;
  }

  /**
   * Deals the work out to those that are there now: those that {@linkplain #join joined} begin, and
   * those that {@linkplain #leave left} are made up for. A ramp goes on.
   *
   * @param finalPerSecond the rate of each worker where the curve ends, by the number of workers
   */
  public synchronized void deal(IntToDoubleFunction finalPerSecond, long nowNanos) {
    if (!started) {
      return;
    }
    admit();
    double ending = finalPerSecond.applyAsDouble(members.size());
    if (isHeld()) {
      beforePause = beforePause.scaledTo(ending);
      publish(NoSchedule.PAUSED, nowNanos);
    } else {
      publish(schedule.curveAt(nowNanos).scaledTo(ending), nowNanos);
    }
  }

  /** All that have joined become members, and are dealt their part when this is published. */
  private void admit() {
    members.addAll(waiting);
    dealtToOthers |= !waiting.isEmpty();
    waiting.clear();
  }

  private boolean isHeld() {
    return !started || schedule.paused();
  }

  private void publish(RateCurve curve, long atNanos) {
    long nowNanos = Math.max(atNanos, schedule.startNanos());
    if (dealtToOthers) {
      grid = grid.dealAgain(schedule, nowNanos, members);
      dealtToOthers = false;
    }
    long horizonNanos = catchUp.horizonNanos(NanoClock.plus(nowNanos, -schedule.quantumNanos()));
    schedule = schedule.then(curve, nowNanos, quantumFor(curve), horizonNanos);
    members.forEach(Pacer::wake);
    waiting.forEach(Pacer::wake);
  }

  private long quantumFor(RateCurve curve) {
    return quantum.nanosFor(members.size(), curve.peakRatePerSecondFrom(0));
  }
}
