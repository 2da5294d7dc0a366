package dev.sluice.core.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The wait of workers for their schedule, on a simulated clock. */
class PacerTest {

  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;
  private static final long OVERSLEEP = 85_000;

  @ParameterizedTest
  @CsvSource({
    "1, 0.3",
    "7, 0.3",
    "180, 0.3",
    "1, 7.77",
    "7, 7.77",
    "180, 7.77",
    "1, 1380",
    "7, 1380",
    "180, 1380",
    "180, 115",
    "3, 33333.3"
  })
  void theTotalIsExactAfterALongRun(int workers, double rate) {
    long expected = 500_000;
    double seconds = (expected - 0.5) / (workers * rate);
    long total = 0;
    for (int k = 0; k < workers; k++) {
      SimulatedWorker worker = SimulatedWorker.exact(k, workers).withoutRecording();
      total += worker.startingAt(rate).run(seconds).iterations;
      assertThat(worker.intendedAlwaysIncreased).isTrue();
      assertThat(worker.givenUp).isZero();
    }
    assertThat(total).isEqualTo(expected);
  }

  @Test
  void nothingDriftsIn10MillionIterations() {
    double rate = 1380;
    SimulatedWorker worker = SimulatedWorker.exact(1, 3).withoutRecording().startingAt(rate);
    worker.clock.oversleepBy(OVERSLEEP);
    worker.iterating(
        number -> {
          if (number % 100_000 == 0) {
            long due = worker.startNanos + Math.round((number + 1 / 3.0) * 1e9 / rate);
            assertThat(worker.pacer.intendedNanos()).isCloseTo(due, within(2L));
          }
        });
    worker.run(10_000_000 / rate);
    assertThat(worker.iterations).isEqualTo(10_000_000);
    assertThat(worker.longestLatenessNanos).isEqualTo(OVERSLEEP);
  }

  @Test
  void whatFallsIntoAnAbsenceIsNotOwedAndThePhaseIsKept() {
    SimulatedWorker worker = SimulatedWorker.exact(1, 4).startingAt(10);
    worker.iterating(
        number -> {
          if (number == 20) { // due at 2.025 s
            worker.clock.advance(5 * SECOND + 50 * MILLI);
            worker.pacer.excuseAbsence();
          }
        });
    worker.run(10);
    assertThat(worker.iterations).isEqualTo(21 + 29);
    assertThat(worker.givenUp).isZero();
    assertThat(worker.longestLatenessNanos).isZero();
    assertThat(Arrays.stream(worker.intended()).map(due -> due % (100 * MILLI)))
        .allSatisfy(phase -> assertThat(phase).isCloseTo(25 * MILLI, within(2L)));
  }

  @ParameterizedTest
  @CsvSource({"1, 116", "116, 1", "0.3, 1380", "1380, 7.77", "100, 100"})
  void aRateChangeTakesEffectAtOnceWithoutBurstOrGap(double before, double after) {
    int workers = 180;
    double changeAt = 3.3217;
    double forSeconds = 2;
    long[] started =
        startsOf(
            workers,
            changeAt + forSeconds,
            worker ->
                worker
                    .startingAt(before)
                    .at(changeAt, () -> worker.dial.turn(new ConstantRate(after))));
    assertEven(started, 0, changeAt, workers * before);
    assertEven(started, changeAt, changeAt + forSeconds, workers * after);
  }

  @Test
  void aRampIsFollowedFromTheRateInForce() {
    int workers = 60;
    long[] started =
        startsOf(
            workers,
            15,
            worker ->
                worker.startingAt(10).at(2, () -> worker.dial.turn(new LinearRamp(10, 100, 8))));
    for (double t = 2; t < 10; t += 0.1) {
      double from = t - 2;
      double due = new LinearRamp(10, 100, 8).iterationsAt(from + 0.1);
      due -= new LinearRamp(10, 100, 8).iterationsAt(from);
      assertThat((double) countBetween(started, t, t + 0.1)).isCloseTo(workers * due, within(1.01));
    }
    assertEven(started, 10, 15, workers * 100);
  }

  @Test
  void manyChangesLoseNoFraction() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(0.7);
    // each lasts a fraction of an iteration: what one leaves over the next goes on with
    for (int i = 1; i <= 10_000; i++) {
      double rate = i % 2 == 0 ? 0.7 : 1.3;
      worker.at(i * 0.01, () -> worker.dial.turn(new ConstantRate(rate)));
    }
    worker.run(100.001);
    assertThat(worker.iterations).isEqualTo(101);
    assertThat(worker.intendedAlwaysIncreased).isTrue();
  }

  @Test
  void whoIsLateRunsWhatIsDueAtOnce() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(100);
    stall(worker, 50, 500 * MILLI);
    worker.run(9.999);
    assertThat(worker.iterations).isEqualTo(1000);
    assertThat(worker.givenUp).isZero();
    long[] started = worker.started();
    assertThat(Arrays.copyOfRange(started, 51, 101)).as("the backlog").containsOnly(SECOND);
    assertTimes(worker.intended(), multiplesOf(10 * MILLI, 1000));
  }

  @ParameterizedTest
  @CsvSource({"0, 1.5", "10, 1.5", "250, 3", "1000, 5", "1000, 1.0001", "3000, 120"})
  void whatIsGivenUpAfterAStallIsExactlyWhatIsMissing(long catchUpMillis, double stallSeconds) {
    CatchUp catchUp = new CatchUp(catchUpMillis * MILLI);
    SimulatedWorker worker = SimulatedWorker.alone(catchUp).startingAt(100);
    long stallNanos = (long) (stallSeconds * SECOND);
    stall(worker, 50, stallNanos);
    worker.run(199.999);
    assertThat(worker.iterations + worker.givenUp).isEqualTo(20_000);
    assertThat((double) worker.givenUp)
        .isCloseTo((stallNanos - catchUp.limitNanos()) / 1e9 * 100, within(1.0));
    assertThat(worker.longestLatenessNanos)
        .isLessThanOrEqualTo(Math.max(catchUp.limitNanos(), 10 * MILLI));
  }

  @Test
  void withoutCatchUpOnlyTheLastDueIsRunAfterAStall() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.NONE).startingAt(100);
    stall(worker, 50, 2 * SECOND + 3 * MILLI);
    worker.run(9.999);
    assertThat(worker.givenUp).isEqualTo(199);
    assertThat(worker.intended()[51]).isEqualTo(2500 * MILLI);
    assertThat(worker.started()[51]).isEqualTo(2503 * MILLI);
    assertThat(worker.started()[52]).isEqualTo(2510 * MILLI);
  }

  @Test
  void unlimitedCatchUpGivesUpNothing() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(100);
    stall(worker, 50, 3600 * SECOND);
    worker.run(3700.001);
    assertThat(worker.givenUp).isZero();
    assertTimes(worker.intended(), multiplesOf(10 * MILLI, 370_001));
  }

  @Test
  void aBacklogKeepsItsIntendedTimesThroughAChangeDuringAStall() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(100);
    worker.at(0.7, () -> worker.dial.turn(new ConstantRate(1000)));
    stall(worker, 50, 300 * MILLI); // from 0.5 s to 0.8 s
    worker.run(0.9995);
    long[] expected =
        LongStream.concat(
                Arrays.stream(multiplesOf(10 * MILLI, 70)),
                Arrays.stream(multiplesOf(MILLI, 300)).map(t -> 700 * MILLI + t))
            .toArray();
    assertTimes(worker.intended(), expected);
  }

  @Test
  void timeInAPauseIsNeitherUsedNorOwed() {
    int workers = 12;
    long[] started =
        startsOf(
            workers,
            20,
            worker ->
                worker.startingAt(7.77).at(4.1, worker.dial::pause).at(9.3, worker.dial::resume));
    assertThat(countBetween(started, 4.1000001, 9.3)).isZero();
    assertEven(started, 0, 4.1, workers * 7.77);
    assertEven(started, 9.3, 20, workers * 7.77);
  }

  @Test
  void aRateThatIsChangedInAPauseHoldsFromItsEnd() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(1);
    worker
        .at(2.5, worker.dial::pause)
        .at(3, () -> worker.dial.turn(new ConstantRate(100)))
        .at(4, worker.dial::resume)
        .run(4.999);
    assertThat(worker.iterations).isEqualTo(3 + 100);
  }

  @Test
  void unlimitedGoesAsFastAsIterationsDo() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(0);
    worker.iterating(number -> worker.clock.advance(10_000)).run(1);
    assertThat(worker.iterations).isEqualTo(100_000);
    assertThat(worker.longestLatenessNanos).isZero();
    assertThat(worker.pacer.paced()).isFalse();
  }

  @Test
  void fromUnlimitedToPacedNothingIsOwedEitherWay() {
    int workers = 10;
    long[] started =
        startsOf(
            workers,
            13,
            worker -> {
              worker.startingAt(0).at(3, () -> worker.dial.turn(new ConstantRate(7.77)));
              worker.iterating(
                  number -> {
                    if (worker.sinceStart() < 3 * SECOND) {
                      worker.clock.advance(MILLI);
                      assertThat(worker.pacer.paced()).isFalse();
                    } else {
                      assertThat(worker.pacer.paced()).isTrue();
                    }
                  });
            });
    assertThat(countBetween(started, -1, 2.9999)).isEqualTo(workers * 3000L);
    assertEven(started, 3, 13, workers * 7.77);
  }

  @Test
  void fromPacedToUnlimitedAndBackNothingIsOwedEitherWay() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(10);
    worker
        .at(2.05, () -> worker.dial.turn(Unthrottled.INSTANCE))
        .at(5.05, () -> worker.dial.turn(new ConstantRate(10)))
        .iterating(number -> worker.clock.advance(MILLI))
        .run(7.049);
    assertThat(countBetween(worker.started(), -1, 2.0499)).isEqualTo(21);
    assertThat(countBetween(worker.started(), 2.05, 5.0499)).isCloseTo(3000, within(1L));
    assertThat(countBetween(worker.started(), 5.0501, 7.05)).isCloseTo(20, within(1L));
  }

  @Test
  void aBacklogEndsWhereUnlimitedBegins() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(100);
    worker
        .at(0.8, () -> worker.dial.turn(Unthrottled.INSTANCE))
        .at(2.001, () -> worker.dial.turn(new ConstantRate(100)))
        .iterating(number -> worker.clock.advance(number == 50 ? 300 * MILLI : MILLI / 10))
        .run(3);
    assertThat(countBetween(worker.started(), 2.0012, 3)).isCloseTo(100, within(1L));
  }

  @Test
  void aBacklogWaitsForTheEndOfAPause() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(100);
    worker.at(0.7, worker.dial::pause).at(5, worker.dial::resume);
    stall(worker, 50, 300 * MILLI); // from 0.5 s to 0.8 s
    worker.run(5.9995);
    assertThat(countBetween(worker.started(), 0.5, 4.999)).isZero();
    assertThat(worker.iterations).isEqualTo(70 + 1 + 99);
    assertThat(worker.intended()[51]).as("due when it ended").isEqualTo(5 * SECOND);
  }

  @Test
  void stopEndsAWaitAtOnce() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(0.001);
    worker.run(5);
    assertThat(worker.iterations).isOne();
    assertThat(worker.sinceStart()).isEqualTo(5 * SECOND);
    assertThat(worker.pacer.awaitNext(worker.clock.nanos())).as("and every later one").isFalse();
  }

  @Test
  void stopEndsAPause() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(10);
    worker.at(1.05, worker.dial::pause).run(60);
    assertThat(worker.iterations).isEqualTo(11);
    assertThat(worker.sinceStart()).isEqualTo(60 * SECOND);
  }

  @Test
  void aWorkerThatIsWokenForNoReasonGoesOnWaiting() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(10);
    for (int i = 0; i < 5000; i++) {
      worker.at(i * 0.00077, () -> {});
    }
    worker.run(3.999);
    assertTimes(worker.started(), multiplesOf(100 * MILLI, 40));
  }

  @Test
  void whoJoinsARunThatGoesOnBeginsWithTheNextScheduleAndOwesNothingFromBefore() {
    SimulatedWorker early = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(100);
    WaitPoint waitPoint = new WaitPoint(early.clock);
    early.clock.advance(10 * SECOND);
    ArrivalSequence arrivals = Arrivals.UNIFORM.sequence(0.5, null);
    Pacer late =
        new Pacer(
            early.dial, arrivals, Pacing.SCHEDULE, new WakeSlot(0), waitPoint, early.clock, early);
    early.clock.advance(10 * SECOND); // it connects
    early.dial.join(waitPoint);
    early.dial.requantise();
    assertThat(late.awaitNext(early.clock.nanos())).isTrue();
    assertThat(late.startNanos()).isEqualTo(early.startNanos + 20 * SECOND + 5 * MILLI);
    assertThat(late.intendedNanos()).isEqualTo(late.startNanos());
    assertThat(early.givenUp).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 5, 20})
  void withAQuantumWorkersWakeAtMostOncePerQuantumAndDoAllTheSame(long quantumMillis) {
    int workers = 9;
    double rate = 1380;
    double seconds = 10;
    PacingQuantum quantum = new PacingQuantum(quantumMillis * MILLI);
    long total = 0;
    for (int k = 0; k < workers; k++) {
      SimulatedWorker worker =
          new SimulatedWorker(k, workers, quantum, CatchUp.DEFAULT).startingAt(rate);
      worker.clock.oversleepBy(OVERSLEEP);
      for (int i = 0; i < 1000; i++) { // woken in between, it goes on waiting
        worker.at(i * 0.00777, () -> {});
      }
      // then a last look, so that what waited for the quantum is done
      worker.at(seconds, worker.dial::pause).run(seconds + 1);
      total += worker.iterations;
      assertThat(worker.wakeUps).isLessThanOrEqualTo((long) (seconds * 1000 / quantumMillis) + 1);
      assertThat(worker.longestLatenessNanos).isLessThanOrEqualTo(quantum.fixedNanos() + OVERSLEEP);
      assertThat(worker.givenUp).isZero();
      assertThat(worker.intendedAlwaysIncreased).isTrue();
    }
    double lastQuantum = workers * rate * quantumMillis / 1000;
    assertThat((double) total)
        .isBetween(workers * rate * seconds - lastQuantum, workers * rate * seconds + 1);
  }

  @Test
  void withAQuantumWorkersOfOneSlotWakeTogetherAndThoseOfAnotherApart() {
    PacingQuantum quantum = new PacingQuantum(5 * MILLI);
    long[] first = wakeUps(0, quantum);
    assertThat(wakeUps(WakeSlot.SLOTS, quantum)).containsExactly(first);
    assertThat(Arrays.stream(wakeUps(1, quantum)).filter(t -> contains(first, t))).isEmpty();
  }

  @Test
  void whatWaitsForTheQuantumIsNotABacklog() {
    PacingQuantum quantum = new PacingQuantum(20 * MILLI);
    SimulatedWorker worker = new SimulatedWorker(0, 1, quantum, CatchUp.NONE).startingAt(1000);
    worker.run(9.9995);
    assertThat(worker.givenUp).isZero();
    assertThat(worker.iterations).isBetween(9980L, 10_000L);
  }

  @Test
  void aChangeIsSeenWithinTheQuantum() {
    PacingQuantum quantum = new PacingQuantum(Duration.ofSeconds(1).toNanos());
    SimulatedWorker worker = new SimulatedWorker(0, 1, quantum, CatchUp.UNLIMITED).startingAt(100);
    worker.at(3.5, () -> worker.dial.turn(Unthrottled.INSTANCE));
    worker.iterating(number -> worker.clock.advance(MILLI)).run(3.6);
    assertThat(countBetween(worker.started(), 3.5, 3.6)).isCloseTo(100, within(1L));
  }

  /** When a worker of 100 wakes in a second, its phase being what it may. */
  private static long[] wakeUps(int index, PacingQuantum quantum) {
    SimulatedWorker worker = new SimulatedWorker(index, 100, quantum, CatchUp.DEFAULT);
    // from 10 ms on, when each has been due
    return Arrays.stream(worker.startingAt(1380).run(1).started())
        .filter(nanos -> nanos > 10 * MILLI)
        .distinct()
        .toArray();
  }

  private static boolean contains(long[] sorted, long value) {
    return Arrays.binarySearch(sorted, value) >= 0;
  }

  /** Runs all workers of a workload by one script; when each of their iterations started. */
  private static long[] startsOf(int workers, double seconds, Consumer<SimulatedWorker> script) {
    return IntStream.range(0, workers)
        .mapToObj(k -> SimulatedWorker.exact(k, workers))
        .peek(script)
        .flatMapToLong(worker -> Arrays.stream(worker.run(seconds).started()))
        .sorted()
        .toArray();
  }

  /** All of a stretch, and each 100 ms of it, has its share to within one iteration. */
  private static void assertEven(long[] started, double from, double to, double perSecond) {
    for (double t = from; t + 0.1 <= to; t += 0.1) {
      assertThat((double) countBetween(started, t, t + 0.1))
          .as("from %.3f s", t)
          .isCloseTo(perSecond * 0.1, within(1.01));
    }
    assertThat((double) countBetween(started, from, to))
        .isCloseTo(perSecond * (to - from), within(1.01));
  }

  private static long countBetween(long[] started, double fromSeconds, double toSeconds) {
    return Arrays.stream(started)
        .filter(nanos -> nanos > fromSeconds * 1e9 && nanos <= toSeconds * 1e9)
        .count();
  }

  private static void stall(SimulatedWorker worker, long atIteration, long nanos) {
    worker.iterating(
        number -> {
          if (number == atIteration) {
            worker.clock.advance(nanos);
          }
        });
  }

  private static long[] multiplesOf(long stepNanos, int count) {
    return LongStream.range(0, count).map(i -> i * stepNanos).toArray();
  }

  /** Times are rounded to the next nanosecond, and arithmetic may add one. */
  private static void assertTimes(long[] actual, long[] expected) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      assertThat(actual[i]).isCloseTo(expected[i], within(1L));
    }
  }
}
