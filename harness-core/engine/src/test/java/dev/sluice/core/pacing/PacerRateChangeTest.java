package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.MILLI;
import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The schedule when its rate changes. */
class PacerRateChangeTest {

  @ParameterizedTest
  @CsvSource({"1, 116", "116, 1", "0.3, 1380", "1380, 7.77", "100, 100"})
  void aRateChangeTakesEffectAtOnceWithoutBurstOrGap(double before, double after) {
    int workers = 180;
    double changeAt = 3.3217;
    double forSeconds = 2;
    Starts started =
        Starts.of(
            workers,
            changeAt + forSeconds,
            worker ->
                worker.startingAt(before).at(changeAt, () -> worker.turn(new ConstantRate(after))));
    started.assertEven(0, changeAt, workers * before);
    started.assertEven(changeAt, changeAt + forSeconds, workers * after);
  }

  @Test
  void aRampIsFollowedFromTheRateInForce() {
    int workers = 60;
    Starts started =
        Starts.of(
            workers,
            15,
            worker -> worker.startingAt(10).at(2, () -> worker.turn(new LinearRamp(10, 100, 8))));
    for (double t = 2; t < 10; t += 0.1) {
      double from = t - 2;
      double due = new LinearRamp(10, 100, 8).iterationsAt(from + 0.1);
      due -= new LinearRamp(10, 100, 8).iterationsAt(from);
      assertThat((double) started.between(t, t + 0.1)).isCloseTo(workers * due, within(1.01));
    }
    started.assertEven(10, 15, workers * 100);
  }

  @Test
  void manyChangesLoseNoFraction() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(0.7);
    // each lasts a fraction of an iteration: what one leaves over the next goes on with
    for (int i = 1; i <= 10_000; i++) {
      double rate = i % 2 == 0 ? 0.7 : 1.3;
      worker.at(i * 0.01, () -> worker.turn(new ConstantRate(rate)));
    }
    worker.run(100.001);
    assertThat(worker.iterations).isEqualTo(101);
    assertThat(worker.intendedAlwaysIncreased).isTrue();
  }

  @Test
  void fromUnlimitedToPacedNothingIsOwedEitherWay() {
    int workers = 10;
    Starts started =
        Starts.of(
            workers,
            13,
            worker -> {
              worker.startingAt(0).at(3, () -> worker.turn(new ConstantRate(7.77)));
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
    assertThat(started.between(-1, 2.9999)).isEqualTo(workers * 3000L);
    started.assertEven(3, 13, workers * 7.77);
  }

  @Test
  void fromPacedToUnlimitedAndBackNothingIsOwedEitherWay() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(10);
    worker
        .at(2.05, () -> worker.turn(NoSchedule.UNTHROTTLED))
        .at(5.05, () -> worker.turn(new ConstantRate(10)))
        .iterating(number -> worker.clock.advance(MILLI))
        .run(7.049);
    assertThat(Starts.of(worker).between(-1, 2.0499)).isEqualTo(21);
    assertThat(Starts.of(worker).between(2.05, 5.0499)).isCloseTo(3000, within(1L));
    assertThat(Starts.of(worker).between(5.0501, 7.05)).isCloseTo(20, within(1L));
  }
}
