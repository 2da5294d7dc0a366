package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws of all sequences of arrivals. */
abstract class ArrivalLaws {

  private static final int MANY = 10_000;
  private static final double ROUNDING = 1e-9;

  static final Schedule ONE_PER_SECOND =
      Schedule.notStarted(0).then(new ConstantRate(1), 0, 0, Long.MIN_VALUE);

  /** A sequence; the same for the same seed. */
  abstract ArrivalSequence sequence(long seed);

  static LongStream seeds() {
    return LongStream.range(0, 20);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void valuesIncreaseStrictly(long seed) {
    double[] values = values(sequence(seed), MANY);
    assertThat(values[0]).isGreaterThanOrEqualTo(0);
    for (int i = 1; i < MANY; i++) {
      assertThat(values[i]).isGreaterThan(values[i - 1]);
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void oneIterationIsDueForEachUnitOfTheCurve(long seed) {
    double[] values = values(sequence(seed), MANY);
    // five standard deviations of a Poisson process
    assertThat(values[MANY - 1]).isCloseTo(MANY, within(5 * Math.sqrt(MANY)));
  }

  /** Against the same sequence without a loss: {@code all} are its values. */
  @ParameterizedTest
  @MethodSource("seeds")
  void givingUpDropsWhatIsTooOldButNeverTheLastDueAndCountsExactly(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] all = values(sequence(seed), MANY);
    ArrivalSequence sequence = sequence(seed);
    int index = 0;
    while (index < MANY - 200) {
      double due = sequence.next() + random.nextDouble(50);
      double horizon = due - random.nextDouble(60);
      int oldest = index;
      index += (int) sequence.dropBefore(horizon, due);

      assertThat(sequence.next()).as("dropped as many as it says").isEqualTo(all[index]);
      assertThat(sequence.next()).as("what is left is due").isLessThanOrEqualTo(due);
      if (index > oldest) {
        assertThat(all[index - 1]).as("dropped only what is too old").isLessThan(horizon);
      }
      if (all[index] < horizon - ROUNDING) {
        assertThat(all[index + 1]).as("too old, but the last due").isGreaterThan(due);
      }
      int runs = 1 + random.nextInt(5);
      for (int i = 0; i < runs; i++) {
        sequence.advance();
        index++;
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingIsDroppedBeforeItIsDue(long seed) {
    ArrivalSequence sequence = sequence(seed);
    sequence.joinAt(100);
    double next = sequence.next();
    assertThat(sequence.dropBefore(next, next - 0.01)).isZero();
    assertThat(sequence.dropBefore(50, 60)).isZero();
    assertThat(sequence.dropBefore(next, next + 1000)).as("it is not before itself").isZero();
    assertThat(sequence.next()).isEqualTo(next);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void anIterationIsDroppedOnceTheNextOneIsDue(long seed) {
    double[] all = values(sequence(seed), 2);
    assertThat(sequence(seed).dropBefore(1000, all[1] - ROUNDING)).isZero();
    assertThat(sequence(seed).dropBefore(1000, all[1] + ROUNDING)).isOne();
  }

  /** Due by a time is what was passed by then, and more only if the next one is due. */
  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsDueWasPassedOrIsOverdue(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ArrivalSequence sequence = sequence(seed);
    long passed = 0;
    double count = 0;
    for (int round = 0; round < 1000; round++) {
      count += random.nextDouble(5);
      long nanos = (long) (count * 1e9);
      count = ONE_PER_SECOND.countAt(nanos);
      assertThat(sequence.dueBy(ONE_PER_SECOND, nanos)).isGreaterThanOrEqualTo(passed);
      assertThat(sequence.dueBy(ONE_PER_SECOND, nanos) > passed)
          .isEqualTo(ONE_PER_SECOND.dueNanos(sequence.next()) <= nanos);
      switch (random.nextInt(3)) {
        case 0 -> passed += sequence.joinAt(count - random.nextDouble(3));
        case 1 -> passed += sequence.dropBefore(count - 2, count);
        default -> {
          while (ONE_PER_SECOND.dueNanos(sequence.next()) <= nanos) {
            sequence.advance();
            passed++;
          }
          assertThat(sequence.dueBy(ONE_PER_SECOND, nanos)).isEqualTo(passed);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatIsPostponedKeepsItsGaps(long seed) {
    double[] all = values(sequence(seed), 40);
    ArrivalSequence sequence = sequence(seed);
    double moved = 0;
    for (int i = 0; i < 40; i++) {
      assertThat(sequence.next()).isCloseTo(all[i] + moved, within(ROUNDING));
      if (i % 4 == 3) {
        moved += 7.7;
        sequence.postponeTo(all[i] + moved);
        assertThat(sequence.next()).isCloseTo(all[i] + moved, within(ROUNDING));
      }
      sequence.advance();
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whoJoinsOwesNothingFromBefore(long seed) {
    ArrivalSequence sequence = sequence(seed);
    sequence.joinAt(1234.5);
    assertThat(sequence.next()).isGreaterThanOrEqualTo(1234.5);
    double next = sequence.next();
    assertThat(sequence.joinAt(next)).as("it is not before itself").isZero();
    assertThat(sequence.joinAt(1000)).isZero();
    assertThat(sequence.next()).as("joining never goes back").isEqualTo(next);
  }

  /** A sequence that is one worker's part of a workload. */
  static ArrivalSequence dealt(ArrivalSequence sequence, double firstCount) {
    sequence.deal(0, 0, firstCount);
    sequence.follow();
    return sequence;
  }

  static double[] values(ArrivalSequence sequence, int count) {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = sequence.next();
      sequence.advance();
    }
    return values;
  }
}
