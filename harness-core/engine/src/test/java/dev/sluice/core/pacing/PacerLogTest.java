package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.MILLI;
import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import dev.sluice.core.time.NanoClock;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a pacer tells of itself: how late it was, why, and what it gave up. */
class PacerLogTest {

  private static final long OVERSLEEP = SimulatedWorker.OVERSLEEP_NANOS;

  /** Over waits that end late and iterations that take any time. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void theHarnessAnswersForLatenessUntilTheLastWaitEnded(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(100);
    long[] last = {worker.startNanos, worker.startNanos}; // the end of an iteration, of a wait
    worker.iterating(
        number -> {
          long startNanos = worker.pacer.startNanos();
          last[1] = startNanos > last[0] ? startNanos : last[1];
          assertThat(worker.ownLatenessNanos)
              .isEqualTo(Math.max(0, last[1] - worker.pacer.intendedNanos()))
              .isLessThanOrEqualTo(startNanos - worker.pacer.intendedNanos());
          worker.clock.oversleepBy(random.nextLong(5 * MILLI));
          worker.clock.advance(random.nextInt(3) * random.nextLong(10 * MILLI));
          last[0] = worker.clock.nanos();
        });
    worker.run(10);
    assertThat(worker.begun).isEqualTo(worker.iterations).isGreaterThan(900);
  }

  @Test
  void eachWaitTellsHowLateItEnded() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(100);
    worker.clock.oversleepBy(OVERSLEEP);
    worker.stalling(50, 500 * MILLI).run(1.995);
    // all but the first and the 50 that were due when the worker came back
    assertThat(worker.wakeUps).isEqualTo(200 - 1 - 50);
    assertThat(worker.wakeUpDelayNanos).isEqualTo(worker.wakeUps * OVERSLEEP);
  }

  @Test
  void anIterationIsToldOfWithItsScheduleOrWithoutOne() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(0);
    worker.iterating(number -> worker.clock.advance(MILLI));
    worker.at(1, () -> worker.turn(new ConstantRate(10))).run(2.95);
    assertThat(worker.begunUnscheduled).isEqualTo(1000);
    assertThat(worker.begun).isEqualTo(20).isEqualTo(worker.iterations - worker.begunUnscheduled);
  }

  @Test
  void whatIsDroppedIsPutDownToWhatItGrewIn() {
    SimulatedWorker busy = SimulatedWorker.alone(CatchUp.NONE).startingAt(10);
    busy.stalling(20, SECOND).run(5);
    assertThat(busy.droppedFor).isEqualTo(Map.of(Cause.BUSY, 9L));

    SimulatedWorker asleep = SimulatedWorker.alone(CatchUp.NONE).startingAt(10);
    asleep.at(1.95, () -> asleep.clock.oversleepBy(SECOND));
    asleep.at(2.5, () -> asleep.clock.oversleepBy(0)).run(5);
    assertThat(asleep.droppedFor).isEqualTo(Map.of(Cause.HARNESS, 10L));

    SimulatedWorker cutOff = SimulatedWorker.alone(CatchUp.NONE).startingAt(10);
    cutOff.iterating(
        number -> {
          if (number == 20) { // due at 2 s
            cutOff.pacer.causes().lost(cutOff.clock.nanos());
            cutOff.clock.advance(SECOND);
            cutOff.pacer.causes().back(cutOff.clock.nanos());
          }
        });
    cutOff.run(5);
    assertThat(cutOff.droppedFor).isEqualTo(Map.of(Cause.NO_CONNECTION, 9L));
  }

  @Test
  void aChangeDuringABacklogLeavesItsCausesAsTheyAre() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.NONE).startingAt(10);
    worker.at(2.5, () -> worker.turn(new ConstantRate(20)));
    worker.iterating(
        number -> {
          if (number == 20) { // due at 2 s
            worker.pacer.causes().lost(worker.clock.nanos());
            worker.clock.advance(SECOND);
            worker.pacer.causes().back(worker.clock.nanos());
          }
        });
    worker.run(5);
    assertThat(worker.droppedFor).isEqualTo(Map.of(Cause.NO_CONNECTION, 5 + 10 - 1L));
  }

  @Test
  void aWaitThatEndsLateIsTheHarnesssThoughTheRateChangedMeanwhile() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.NONE).startingAt(10);
    worker.at(1.97, () -> worker.clock.oversleepBy(300 * MILLI)); // from 2 s on
    worker.at(2.1, () -> worker.clock.oversleepBy(0));
    worker.at(2.2, () -> worker.turn(new ConstantRate(20)));
    worker.run(5);
    assertThat(worker.wakeUpDelayNanos).isEqualTo(300 * MILLI);
    assertThat(worker.droppedFor).isEqualTo(Map.of(Cause.HARNESS, 2 + 2L));
  }

  @Test
  void aStartThatAWorkerHearsOfLateIsTheHarnesss() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.NONE);
    worker.at(1, () -> worker.startingAt(10).clock.advance(SECOND)); // until it is awake
    worker.run(5);
    assertThat(worker.droppedFor).isEqualTo(Map.of(Cause.HARNESS, 10L));
    assertThat(worker.wakeUpDelayNanos).isEqualTo(SECOND);
  }

  /** Whatever the schedule does, and however late the host wakes it. */
  @RepeatedTest(300)
  void aWorkerWhoseCallsTakeNoTimeIsNeverBusy(RepetitionInfo each) {
    Random random = new Random(each.getCurrentRepetition());
    CatchUp catchUp = random.nextBoolean() ? CatchUp.NONE : CatchUp.UNLIMITED;
    SimulatedWorker worker = SimulatedWorker.alone(catchUp);
    double atSeconds = random.nextDouble();
    worker.at(
        atSeconds, () -> worker.startingAt(rate(random)).clock.advance(random.nextInt(2) * SECOND));
    for (int change = random.nextInt(8); change > 0; change--) {
      atSeconds += 1 + random.nextDouble();
      worker.at(
          atSeconds,
          () -> {
            worker.turn(
                random.nextInt(4) == 0 ? NoSchedule.PAUSED : new ConstantRate(rate(random)));
            assertNeverBusy(worker);
            worker.clock.advance(random.nextInt(900 * (int) MILLI));
            assertNeverBusy(worker);
            worker.clock.oversleepBy(random.nextInt(300 * (int) MILLI));
          });
    }
    for (int look = 0; look < 20; look++) {
      worker.at(atSeconds * random.nextDouble(), () -> assertNeverBusy(worker));
    }
    worker.at(atSeconds + 1, () -> worker.clock.oversleepBy(0)).run(atSeconds + 3);
    assertThat(worker.droppedFor).doesNotContainKey(Cause.BUSY);
    assertThat(worker.begun).isPositive();
  }

  @SuppressWarnings("EnumOrdinal") // causes in their order
  private static void assertNeverBusy(SimulatedWorker worker) {
    long nowNanos = worker.clock.nanos();
    long owed = worker.pacer.backlog().dueBy(nowNanos) - worker.begun - worker.dropped;
    assertThat(worker.pacer.backlog().causesOf(owed, nowNanos)[Cause.BUSY.ordinal()]).isZero();
  }

  private static double rate(Random random) {
    return 1 + random.nextInt(50);
  }

  @Test
  void theEndOfALeaseIsNoWaitThatEndedLate() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(10);
    worker.at(1.96, () -> worker.clock.oversleepBy(MILLI)); // the next is due at 2 s
    worker.at(1.97, () -> worker.liveRate.leaseUntil(worker.clock.nanos(), worker.clock.nanos()));
    worker.at(3, () -> worker.liveRate.leaseUntil(NanoClock.NEVER, worker.clock.nanos()));
    worker.at(3.01, () -> worker.turn(new ConstantRate(20)));
    worker.run(4);
    assertThat(worker.wakeUpDelayNanos).isLessThan(SECOND / 10);
  }

  @Test
  @SuppressWarnings("EnumOrdinal") // causes in their order
  void whatIsOwedIsPutDownToWhatItGrewIn() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(10);
    worker.iterating(
        number -> {
          if (number == 20) { // due at 2 s
            worker.clock.advance(400 * MILLI);
            worker.pacer.causes().lost(worker.clock.nanos());
            worker.clock.advance(600 * MILLI);
            long[] causes = worker.pacer.backlog().causesOf(10, worker.clock.nanos());
            assertThat(causes[Cause.NO_CONNECTION.ordinal()]).isEqualTo(6);
            assertThat(causes[Cause.BUSY.ordinal()]).isEqualTo(4);
          }
        });
    worker.run(3.05);
    assertThat(worker.iterations).isGreaterThan(20);
  }

  @Test
  @SuppressWarnings("EnumOrdinal") // causes in their order
  void aClosedLoopPutsDownToTheHarnessWhatItSleptThrough() {
    SimulatedWorker worker = SimulatedWorker.thinking(0, 1, new UniformArrivals()).startingAt(10);
    worker.at(0.45, () -> worker.clock.oversleepBy(730 * MILLI));
    worker.at(1.2, () -> worker.clock.oversleepBy(0)).run(1.7); // at 1.23 s it is awake again
    long[] causes = worker.pacer.backlog().causesOf(8, worker.clock.nanos());
    assertThat(causes[Cause.HARNESS.ordinal()]).as("of 7.3").isEqualTo(7);
    assertThat(causes[Cause.BUSY.ordinal()]).isEqualTo(1);
    assertThat(worker.dropped).isZero();
  }
}
