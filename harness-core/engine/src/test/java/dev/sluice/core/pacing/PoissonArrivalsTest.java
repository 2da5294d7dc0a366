package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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

  /** Of those passed over, the first is known, and of the rest the mean. */
  @ParameterizedTest
  @MethodSource("seeds")
  void joiningPassesOverAsManyAsAreToBeExpected(long seed) {
    ArrivalSequence sequence = sequence(seed);
    for (int i = 1; i < 1000; i++) {
      double next = sequence.next();
      double count = 3.7 * i;
      assertThat(sequence.joinAt(count)).isEqualTo(next < count ? 1 + (long) (count - next) : 0);
    }
  }

  @Test
  void theLastOneDueIsKeptUpToTheMomentAtWhichAnotherOneIsDue() {
    double[] all = values(sequence(1), 2);
    assertThat(sequence(1).dropBefore(1000, Math.nextDown(all[1]))).isZero();
    assertThat(sequence(1).dropBefore(1000, all[1])).isOne();
  }

  @Test
  void boundsAreOfThePartAndOfTheTimeTheyEnd() {
    ArrivalSequence sequence = sequence(1);
    sequence.postponeTo(5);
    assertThat(sequence.dueBy(ONE_PER_SECOND, 4_999_999_999L)).isZero();
    assertThat(sequence.dueBy(ONE_PER_SECOND, 5_000_000_000L)).isOne();
    assertThat(sequence.dueBy(ONE_PER_SECOND, 7_500_000_000L)).isEqualTo(3);
    assertThat(
            sequence.dueBy(
                ONE_PER_SECOND.then(NoSchedule.UNTHROTTLED, 5_000_000_000L, 0, 0), 5_000_000_000L))
        .as("nothing begins by a schedule at that moment")
        .isZero();

    sequence.withdraw(0, 5);
    sequence.follow();
    assertThat(sequence.next()).as("at the end of the part").isEqualTo(5);
    assertThat(sequence.dueBy(ONE_PER_SECOND, 9_000_000_000L)).isOne();
    sequence.withdraw(0, Math.nextDown(5.0));
    sequence.follow();
    assertThat(sequence.next()).as("after its end").isInfinite();
    assertThat(sequence.dueBy(ONE_PER_SECOND, 9_000_000_000L)).isZero();
  }

  @Test
  void aPartThatTheWorkerHasNotSeenCountsByItsMean() {
    ArrivalSequence sequence = Arrivals.POISSON.sequence(new SplittableRandom(1));
    assertThat(sequence.dueBy(ONE_PER_SECOND, 7_500_000_000L)).isZero();
    sequence.deal(0, 2, 2);
    assertThat(sequence.dueBy(ONE_PER_SECOND, 7_500_000_000L)).isEqualTo(5);
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
