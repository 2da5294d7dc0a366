package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.RateCurve.LinearRamp;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PoissonArrivalsTest extends ArrivalLaws {

  private static final int SAMPLES = 20_000;

  /** Kolmogorov's limit at a level of 0.1 %; the seeds are fixed, so this holds or it does not. */
  private static final double LIMIT_TIMES_ROOT_N = 1.95;

  @Override
  ArrivalSequence sequence(long seed) {
    return dealt(Arrivals.POISSON.sequence(new SplittableRandom(seed)), 0);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void gapsAreExponential(long seed) {
    double[] values = values(sequence(seed), SAMPLES);
    double[] gaps = IntStream.range(0, SAMPLES).mapToDouble(i -> gap(values, i)).sorted().toArray();
    assertDistributedAs(gap -> 1 - Math.exp(-gap), gaps);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void gapsAreExponentialAfterJoining(long seed) {
    ArrivalSequence sequence = sequence(seed);
    double[] waits = new double[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
      double joined = 10.0 * (i + 1);
      sequence.joinAt(joined);
      waits[i] = sequence.next() - joined;
    }
    // a worker that was ahead stays where it is, which is as memoryless as the rest
    Arrays.sort(waits);
    assertDistributedAs(wait -> 1 - Math.exp(-wait), waits);
  }

  /** Given how many there were, the times are distributed as the curve grows. */
  @ParameterizedTest
  @CsvSource({"0, 400, 100, 1", "400, 1, 100, 2", "100, 300, 50, 3", "0, 20, 2000, 4"})
  void throughARampTimesAreDistributedAsTheCurveGrows(
      double from, double to, double seconds, long seed) {
    Schedule schedule =
        Schedule.notStarted(0).then(new LinearRamp(from, to, seconds), 0, 0, Long.MIN_VALUE);
    double[] times =
        Arrays.stream(values(sequence(seed), 3 * SAMPLES))
            .map(count -> schedule.dueNanos(count) / 1e9)
            .filter(time -> time <= seconds)
            .toArray();
    assertThat(times.length).isBetween(SAMPLES / 2, 2 * SAMPLES);
    double slope = (to - from) / seconds;
    double all = (from + to) / 2 * seconds;
    assertDistributedAs(t -> (from * t + slope * t * t / 2) / all, times);
  }

  private static double gap(double[] values, int i) {
    return i == 0 ? values[0] : values[i] - values[i - 1];
  }

  private static void assertDistributedAs(DoubleUnaryOperator distribution, double[] sorted) {
    int n = sorted.length;
    double distance = 0;
    for (int i = 0; i < n; i++) {
      double expected = distribution.applyAsDouble(sorted[i]);
      distance = Math.max(distance, Math.abs((i + 1.0) / n - expected));
      distance = Math.max(distance, Math.abs(expected - (double) i / n));
    }
    assertThat(distance).isLessThan(LIMIT_TIMES_ROOT_N / Math.sqrt(n));
  }
}
