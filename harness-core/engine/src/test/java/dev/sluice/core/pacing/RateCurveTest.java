package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws of all curves with a rate, then of single ones. */
class RateCurveTest {

  /** Times at which the laws are checked; the ramps below lie within them. */
  private static final double[] TIMES = {0, 1e-6, 1e-3, 0.5, 1, 4.999, 5, 5.001, 10, 30, 31, 1e5};

  private static final double EXACT = 1e-9;

  static Stream<RateCurve> curves() {
    return Stream.concat(
        DoubleStream.of(0.3, 1, 7.77, 116, 1380, 1e6).mapToObj(ConstantRate::new),
        Stream.of(
            new LinearRamp(0, 100, 10),
            new LinearRamp(0, 0.3, 30),
            new LinearRamp(1, 116, 0.001),
            new LinearRamp(116, 1, 30),
            new LinearRamp(1380, 1e-3, 5),
            new LinearRamp(50, 50, 5),
            new LinearRamp(50, 50.000000001, 5),
            new LinearRamp(1e-3, 1e4, 3600)));
  }

  @ParameterizedTest
  @MethodSource("curves")
  void nothingIsDueAtTheBeginning(RateCurve curve) {
    assertThat(curve.iterationsAt(0)).isZero();
    assertThat(curve.secondsAt(0)).isZero();
  }

  @ParameterizedTest
  @MethodSource("curves")
  void iterationsGrowWithTime(RateCurve curve) {
    for (int i = 1; i < TIMES.length; i++) {
      assertThat(curve.iterationsAt(TIMES[i])).isGreaterThan(curve.iterationsAt(TIMES[i - 1]));
    }
  }

  @ParameterizedTest
  @MethodSource("curves")
  void secondsAtIsTheInverseOfIterationsAt(RateCurve curve) {
    for (double seconds : TIMES) {
      double iterations = curve.iterationsAt(seconds);
      assertThat(curve.secondsAt(iterations)).isCloseTo(seconds, within(EXACT * (1 + seconds)));
      assertThat(curve.iterationsAt(curve.secondsAt(iterations)))
          .isCloseTo(iterations, within(EXACT * (1 + iterations)));
    }
  }

  @ParameterizedTest
  @MethodSource("curves")
  void iterationsAreTheIntegralOfTheRate(RateCurve curve) {
    for (double seconds : new double[] {0.0005, 0.5, 5, 20, 40, 4000}) {
      int steps = 100_000;
      double width = seconds / steps;
      double integral = 0;
      for (int i = 0; i < steps; i++) {
        integral += curve.ratePerSecondAt((i + 0.5) * width) * width;
      }
      assertThat(curve.iterationsAt(seconds)).isCloseTo(integral, withinPercentage(0.01));
    }
  }

  @ParameterizedTest
  @MethodSource("curves")
  void whatRemainsGoesOnWithoutAJump(RateCurve curve) {
    for (double cut : TIMES) {
      RateCurve rest = curve.remainingAt(cut);
      assertThat(rest.ratePerSecondAt(0)).isEqualTo(curve.ratePerSecondAt(cut));
      for (double after : TIMES) {
        double whole = curve.iterationsAt(cut + after);
        assertThat(curve.iterationsAt(cut) + rest.iterationsAt(after))
            .isCloseTo(whole, within(EXACT * (1 + whole)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("curves")
  void thePeakIsTheLeastRateThatIsNotExceededLater(RateCurve curve) {
    for (double from : TIMES) {
      double highest = 0;
      for (double later : TIMES) {
        highest = Math.max(highest, curve.ratePerSecondAt(from + later));
      }
      assertThat(curve.peakRatePerSecondFrom(from)).isEqualTo(highest);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 100, 10", "116, 1, 30", "1, 116, 0.5"})
  void aRampEndsAtItsLastRateAndStaysThere(double from, double to, double duration) {
    LinearRamp ramp = new LinearRamp(from, to, duration);
    assertThat(ramp.ratePerSecondAt(0)).isEqualTo(from);
    assertThat(ramp.ratePerSecondAt(duration / 2)).isCloseTo((from + to) / 2, within(EXACT * to));
    assertThat(ramp.ratePerSecondAt(duration)).isEqualTo(to);
    assertThat(ramp.ratePerSecondAt(10 * duration)).isEqualTo(to);
    assertThat(ramp.remainingAt(duration)).isEqualTo(new ConstantRate(to));
  }

  @Test
  void inAPauseNothingBecomesDue() {
    assertThat(NoSchedule.PAUSED.iterationsAt(1e9)).isZero();
    assertThat(NoSchedule.PAUSED.secondsAt(1e-12)).isInfinite();
    assertThat(NoSchedule.PAUSED.remainingAt(5)).isEqualTo(NoSchedule.PAUSED);
  }

  @Test
  void withoutAScheduleNothingIsOwedLater() {
    assertThat(NoSchedule.UNTHROTTLED.iterationsAt(1e9)).isZero();
    assertThat(NoSchedule.UNTHROTTLED.secondsAt(1e9)).isInfinite();
    assertThat(NoSchedule.UNTHROTTLED.remainingAt(5)).isEqualTo(NoSchedule.UNTHROTTLED);
  }

  @Test
  void aRateOfZeroMeansAsFastAsPossible() {
    assertThat(RateCurve.constant(0)).isEqualTo(NoSchedule.UNTHROTTLED);
    assertThat(RateCurve.constant(0.3)).isEqualTo(new ConstantRate(0.3));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aConstantRateIsPositiveAndFinite(double rate) {
    assertThatThrownBy(() -> new ConstantRate(rate)).isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"-1, 1, 1", "NaN, 1, 1", "1, 0, 1", "1, NaN, 1", "1, 1, 0", "1, 1, -1", "1, 1, NaN"})
  void aRampHasRatesAndADuration(double from, double to, double duration) {
    assertThatThrownBy(() -> new LinearRamp(from, to, duration))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
