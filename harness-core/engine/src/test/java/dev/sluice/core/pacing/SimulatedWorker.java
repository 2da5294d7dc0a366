package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingQuantum.WakeSlot;
import dev.sluice.core.time.SimulatedClock;
import dev.sluice.core.time.WaitPoint;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;

/**
 * One worker on a clock of its own: a pacer, and an iteration that takes as long as a test says.
 * Workers of a workload are independent of each other once they have the same script of changes, so
 * a test runs them one after the other and puts together what they did.
 */
final class SimulatedWorker implements PacingLog {

  /** How much later than asked a thread may wake on Linux. */
  static final long OVERSLEEP_NANOS = 85_000;

  /** More than any test has due at once: a pacer that hands out more never ends. */
  private static final int MOST_AT_ONCE = 1_000_000;

  final SimulatedClock clock = new SimulatedClock();
  final long startNanos = clock.nanos();
  final LiveRate liveRate;
  final WaitPoint waitPoint = new WaitPoint(clock);
  final Pacer pacer;

  final Map<Cause, Long> droppedFor = new EnumMap<>(Cause.class);
  long iterations;
  long begun;
  long begunUnscheduled;
  long ownLatenessNanos; // of the iteration begun last
  long dropped;
  long wakeUps;
  long wakeUpDelayNanos;
  long longestLatenessNanos;
  boolean intendedAlwaysIncreased = true;

  private final List<Long> intended = new ArrayList<>();
  private final List<Long> started = new ArrayList<>();
  private LongConsumer iteration = number -> {};
  private long lastIntended = Long.MIN_VALUE;
  private RateCurve held; // while paused
  private boolean recording = true;

  SimulatedWorker(int worker, int workers, PacingQuantum quantum, CatchUp catchUp) {
    this(
        worker,
        workers,
        Arrivals.UNIFORM.sequence(new SplittableRandom(worker)),
        Pacing.SCHEDULE,
        quantum,
        catchUp);
  }

  private SimulatedWorker(
      int worker,
      int workers,
      ArrivalSequence arrivals,
      Pacing pacing,
      PacingQuantum quantum,
      CatchUp catchUp) {
    liveRate = new LiveRate(startNanos, quantum, catchUp);
    WakeSlot slot = WakeSlot.ofWorker(worker);
    pacer = new Pacer(liveRate, arrivals, pacing, slot, waitPoint, clock, this);
    for (int i = 0; i < workers; i++) {
      liveRate.join(i == worker ? pacer : absent());
    }
  }

  /** One that has its part of the work and leaves it to others to run. */
  private Pacer absent() {
    return new Pacer(
        liveRate,
        Arrivals.UNIFORM.sequence(null),
        Pacing.SCHEDULE,
        new WakeSlot(0),
        new WaitPoint(clock),
        clock,
        this);
  }

  /** With think time; no catch-up is the strictest there is, and must change nothing. */
  static SimulatedWorker thinking(int worker, int workers, ArrivalSequence arrivals) {
    return new SimulatedWorker(
        worker, workers, arrivals, Pacing.THINK_TIME, PacingQuantum.EXACT, CatchUp.NONE);
  }

  static SimulatedWorker exact(int worker, int workers) {
    return new SimulatedWorker(worker, workers, PacingQuantum.EXACT, CatchUp.DEFAULT);
  }

  static SimulatedWorker alone(CatchUp catchUp) {
    return new SimulatedWorker(0, 1, PacingQuantum.EXACT, catchUp);
  }

  /** An iteration, given its number from 0; it moves the clock if it takes time. */
  SimulatedWorker iterating(LongConsumer task) {
    iteration = task;
    return this;
  }

  /** One iteration takes this long, the others no time. */
  SimulatedWorker stalling(long atIteration, long nanos) {
    return iterating(
        number -> {
          if (number == atIteration) {
            clock.advance(nanos);
          }
        });
  }

  SimulatedWorker withoutRecording() {
    recording = false;
    return this;
  }

  SimulatedWorker startingAt(double perSecond) {
    turn(RateCurve.constant(perSecond));
    liveRate.start(clock.nanos());
    return this;
  }

  void turn(RateCurve curve) {
    if (held == null) {
      liveRate.turn(curve, clock.nanos());
    } else {
      held = curve;
    }
  }

  void pause() {
    held = liveRate.schedule().curveAt(clock.nanos());
    liveRate.turn(RateCurve.NoSchedule.PAUSED, clock.nanos());
  }

  void assertOwesNothing() {
    assertThat(pacer.backlog().dueBy(clock.nanos())).isEqualTo(begun);
  }

  void resume() {
    liveRate.turn(held, clock.nanos());
    held = null;
  }

  /** Deals the work out again, at the same rate for each. */
  void deal() {
    RateCurve same = liveRate.schedule().curveAt(clock.nanos());
    liveRate.deal(workers -> same, clock.nanos());
  }

  /** Does something this many seconds after the start. */
  SimulatedWorker at(double seconds, Runnable task) {
    clock.at(startNanos + (long) (seconds * 1e9), task);
    return this;
  }

  SimulatedWorker run(double seconds) {
    at(seconds, waitPoint::stop);
    return run();
  }

  /** Until it is stopped. */
  SimulatedWorker run() {
    long nowNanos = clock.nanos();
    int atOnce = 0;
    while (pacer.awaitNext(nowNanos)) {
      atOnce = clock.nanos() == nowNanos ? atOnce + 1 : 0;
      if (atOnce > MOST_AT_ONCE) {
        throw new IllegalStateException("there is no end of what is due");
      }
      intendedAlwaysIncreased &= pacer.intendedNanos() > lastIntended;
      lastIntended = pacer.intendedNanos();
      longestLatenessNanos =
          Math.max(longestLatenessNanos, pacer.startNanos() - pacer.intendedNanos());
      if (recording) {
        intended.add(pacer.intendedNanos() - startNanos);
        started.add(pacer.startNanos() - startNanos);
      }
      iteration.accept(iterations++);
      nowNanos = clock.nanos();
    }
    return this;
  }

  /** When each iteration should have started, in nanoseconds since the start. */
  long[] intended() {
    return intended.stream().mapToLong(Long::longValue).toArray();
  }

  /** When each did. */
  long[] started() {
    return started.stream().mapToLong(Long::longValue).toArray();
  }

  long sinceStart() {
    return clock.nanos() - startNanos;
  }

  @Override
  public void woke(long delayNanos) {
    wakeUps++;
    wakeUpDelayNanos += delayNanos;
  }

  @Override
  public void begun(long beganNanos, long ownNanos) {
    begun++;
    ownLatenessNanos = ownNanos;
  }

  @Override
  public void begunUnscheduled(long beganNanos) {
    begunUnscheduled++;
  }

  @Override
  public void dropped(Cause cause, long count) {
    dropped += count;
    droppedFor.merge(cause, count, Long::sum);
  }
}
