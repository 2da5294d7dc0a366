package dev.sluice.core.pacing;

import static dev.sluice.core.pacing.Times.assertClose;
import static dev.sluice.core.time.Nanos.MILLI;
import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The closed loop, on a simulated clock. */
class ThinkTimeTest {

  private static final long ROUNDING_OF_GAPS = 5;

  /** The law itself, over iterations that take any time from none to ten intervals. */
  @ParameterizedTest
  @EnumSource(Arrivals.class)
  void eachIsDueOneGapAfterTheStartOfTheOneBeforeOrAtItsEndIfThatIsLater(Arrivals arrivals) {
    double rate = 7.77;
    double[] gaps = gaps(begun(arrivals), 10_000);
    SplittableRandom random = new SplittableRandom(9);
    long[] ends = new long[10_000];
    SimulatedWorker worker =
        SimulatedWorker.thinking(0, 1, arrivals.sequence(new SplittableRandom(5))).startingAt(rate);
    worker.iterating(
        number -> {
          worker.clock.advance(random.nextInt(3) * random.nextLong((long) (5 * SECOND / rate)));
          ends[(int) number] = worker.sinceStart();
        });
    worker.run(1000);
    long[] started = worker.started();
    assertThat(started.length).isBetween(500, 7770);
    assertThat((double) started[0]).isCloseTo(gaps[0] / rate * SECOND, within(2.0));
    for (int i = 1; i < started.length; i++) {
      double due = started[i - 1] + gaps[i] / rate * SECOND;
      assertThat((double) started[i]).isCloseTo(Math.max(due, (double) ends[i - 1]), within(5.0));
    }
    assertThat(worker.intended()).isEqualTo(started);
    assertThat(worker.dropped).isZero();
  }

  @Test
  void workersBeginShiftedByTheirPhases() {
    int workers = 20;
    long[] first =
        IntStream.range(0, workers)
            .mapToLong(k -> thinking(k, workers).startingAt(5).run(0.9).started()[0])
            .toArray();
    for (int k = 0; k < workers; k++) {
      assertThat(first[k]).isCloseTo(10L * k * MILLI, within(1L));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.3, 5, 115, 1380})
  void whileIterationsAreShortTheRateIsExactThoughWakeUpsComeLate(double rate) {
    SimulatedWorker worker = thinking(1, 3).startingAt(rate);
    worker.clock.oversleepBy(SimulatedWorker.OVERSLEEP_NANOS);
    worker.iterating(number -> worker.clock.advance((long) (SECOND / rate / 2)));
    worker.run(10_000 / rate);
    assertThat(worker.iterations).isCloseTo(10_000L, within(1L));
    assertThat(worker.longestLatenessNanos).isEqualTo(SimulatedWorker.OVERSLEEP_NANOS);
  }

  @Test
  void afterAStallTheNextComesAtOnceAndNothingElseIsMadeUp() {
    SimulatedWorker worker = thinking(0, 1).startingAt(10);
    worker.iterating(number -> worker.clock.advance(number == 5 ? 1_234 * MILLI : 30 * MILLI));
    worker.run(2.5);
    long[] expected =
        LongStream.concat(
                LongStream.rangeClosed(0, 5).map(i -> i * 100 * MILLI),
                LongStream.range(0, 8).map(i -> (1_734 + i * 100) * MILLI))
            .toArray();
    assertClose(worker.started(), ROUNDING_OF_GAPS, expected);
    assertClose(worker.intended(), ROUNDING_OF_GAPS, expected);
    assertThat(worker.dropped).isZero();
  }

  @Test
  void whoSleepsThroughWholeIntervalsOwesNoneOfThem() {
    SimulatedWorker worker = thinking(0, 1).startingAt(10);
    worker.at(0.45, () -> worker.clock.oversleepBy(730 * MILLI));
    worker.at(1.2, () -> worker.clock.oversleepBy(0)); // at 1.23 s it is awake again
    worker.run(1.7);
    assertClose(
        worker.started(),
        ROUNDING_OF_GAPS,
        0,
        100 * MILLI,
        200 * MILLI,
        300 * MILLI,
        400 * MILLI,
        1_230 * MILLI,
        1_330 * MILLI,
        1_430 * MILLI,
        1_530 * MILLI,
        1_630 * MILLI);
    assertThat(worker.intended()[5]).as("its lateness shows").isCloseTo(500 * MILLI, within(1L));
  }

  @Test
  void aRateChangeTakesEffectAtOnceAndLosesNoPartOfAnInterval() {
    SimulatedWorker worker = thinking(0, 1).startingAt(0.1);
    worker.at(5, () -> worker.turn(new ConstantRate(1))).run(7.6);
    // half of the first interval had passed, the other half takes half a second
    assertClose(worker.started(), ROUNDING_OF_GAPS, 0, 5_500 * MILLI, 6_500 * MILLI, 7_500 * MILLI);
  }

  @Test
  void aRateChangeDuringAnIterationMovesWhatFollows() {
    SimulatedWorker worker = thinking(0, 1).startingAt(1);
    worker.iterating(number -> worker.clock.advance(number == 0 ? 3_500 * MILLI : MILLI));
    worker.at(2, () -> worker.turn(new ConstantRate(10))).run(3.75);
    assertClose(worker.started(), ROUNDING_OF_GAPS, 0, 3_500 * MILLI, 3_600 * MILLI, 3_700 * MILLI);
  }

  @Test
  void aRampIsFollowed() {
    LinearRamp ramp = new LinearRamp(0, 100, 10);
    SimulatedWorker worker = thinking(0, 1).startingAt(1);
    worker.at(0.5, () -> worker.turn(ramp)).run(10.5);
    assertThat(worker.iterations).isCloseTo(500, within(2L));
  }

  @Test
  void timeInAPauseDoesNotCount() {
    SimulatedWorker worker = thinking(0, 1).startingAt(1);
    worker.at(2.25, worker::pause).at(60, worker::resume).run(62);
    assertClose(
        worker.started(),
        ROUNDING_OF_GAPS,
        0,
        SECOND,
        2 * SECOND,
        60 * SECOND + 750 * MILLI,
        61_750 * MILLI);
  }

  @Test
  void whoComesBackInAPauseIsDueWhenItEnds() {
    SimulatedWorker worker = thinking(0, 1).startingAt(1);
    worker.iterating(number -> worker.clock.advance(number == 2 ? 10 * SECOND : 0));
    worker.at(7, worker::pause).at(60, worker::resume).run(61.5);
    assertClose(
        worker.started(), ROUNDING_OF_GAPS, 0, SECOND, 2 * SECOND, 60 * SECOND, 61 * SECOND);
    assertClose(worker.intended(), ROUNDING_OF_GAPS, worker.started());
  }

  @Test
  void fromUnlimitedToPacedNothingIsOwed() {
    SimulatedWorker worker = thinking(0, 1).startingAt(0);
    worker.iterating(number -> worker.clock.advance(MILLI));
    worker.at(1, () -> worker.turn(new ConstantRate(10))).run(1.999);
    assertThat(Arrays.stream(worker.started()).filter(t -> t > SECOND).count())
        .isCloseTo(10, within(1L));
  }

  private static SimulatedWorker thinking(int worker, int workers) {
    return SimulatedWorker.thinking(worker, workers, new UniformArrivals());
  }

  private static ArrivalSequence begun(Arrivals arrivals) {
    return ArrivalLaws.dealt(arrivals.sequence(new SplittableRandom(5)), 0);
  }

  /** From each iteration to the next on the axis of N, the first from 0. */
  private static double[] gaps(ArrivalSequence sequence, int count) {
    double[] values = ArrivalLaws.values(sequence, count);
    return IntStream.range(0, count)
        .mapToDouble(i -> i == 0 ? values[0] : values[i] - values[i - 1])
        .toArray();
  }
}
