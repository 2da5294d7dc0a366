package dev.sluice.core.rate;

import dev.sluice.core.time.NanoClock;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The live rate of one workload: what a person turns and every worker's {@link Pacer} follows.
 *
 * <p>Changes come from any thread and are serialised here; each publishes a new schedule and wakes
 * every waiting worker, so that a worker at one iteration a second sees it at once. Pacers read
 * {@link #schedule()}: one volatile read, no lock.
 */
public final class RateDial {

  private final NanoClock clock;
  private final PacingQuantum quantum;
  private final CatchUp catchUp;
  private final Set<WaitPoint> waiters = ConcurrentHashMap.newKeySet();

  private volatile RateSchedule schedule;
  private RateCurve beforePause = Paused.INSTANCE; // guarded by this
  private boolean started; // guarded by this

  public RateDial(NanoClock clock, PacingQuantum quantum, CatchUp catchUp) {
    this.clock = clock;
    this.quantum = quantum;
    this.catchUp = catchUp;
    this.schedule = RateSchedule.notStarted(clock.nanos());
  }

  /** The schedule as it stands; until {@link #start} it is paused. */
  public RateSchedule schedule() {
    return schedule;
  }

  public CatchUp catchUp() {
    return catchUp;
  }

  /** Starts the schedule now, with the curve that was last {@link #turn turned} to. */
  public synchronized void start() {
    started = true;
    publish(beforePause);
  }

  /**
   * Turns to another curve, from now on. While paused or not started it is kept for later.
   *
   * @param curve the rate of each worker
   */
  public synchronized void turn(RateCurve curve) {
    if (isHeld()) {
      beforePause = curve;
    } else {
      publish(curve);
    }
  }

  /** Holds all workers before their next iteration; what is left of a ramp is kept. */
  public synchronized void pause() {
    if (!isHeld()) {
      long nowNanos = clock.nanos();
      beforePause = schedule.curveAt(nowNanos);
      publish(Paused.INSTANCE);
    }
  }

  /** Goes on where {@link #pause} held; the time between is not owed. */
  public synchronized void resume() {
    if (started && schedule.paused()) {
      publish(beforePause);
    }
  }

  /** The curve in force, or the one that will be when the pause ends. */
  public synchronized RateCurve curve() {
    return isHeld() ? beforePause : schedule.curveAt(clock.nanos());
  }

  public boolean paused() {
    return schedule.paused();
  }

  /** Workers join with their wait point to be woken at each change. */
  public void join(WaitPoint waiter) {
    waiters.add(waiter);
  }

  public void leave(WaitPoint waiter) {
    waiters.remove(waiter);
  }

  /**
   * Takes note of a changed number of workers: those that have joined begin with the schedule this
   * publishes, and the automatic quantum is fitted to the number. The rate goes on unchanged.
   */
  public synchronized void requantise() {
    if (!isHeld()) {
      publish(schedule.curveAt(clock.nanos()));
    }
  }

  private boolean isHeld() {
    return !started || schedule.paused();
  }

  private void publish(RateCurve curve) {
    long nowNanos = clock.nanos();
    long horizonNanos = catchUp.horizonNanos(nowNanos - schedule.quantumNanos());
    schedule = schedule.then(curve, nowNanos, quantumFor(curve), horizonNanos);
    waiters.forEach(WaitPoint::wake);
  }

  private long quantumFor(RateCurve curve) {
    return quantum.nanosFor(waiters.size(), curve.peakRatePerSecondFrom(0));
  }
}
