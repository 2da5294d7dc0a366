package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class UniformArrivalsTest extends ArrivalLaws {

  @Override
  ArrivalSequence sequence(long seed) {
    return dealt(Arrivals.UNIFORM.sequence(new SplittableRandom(seed)), seed / 20.0);
  }

  @ParameterizedTest
  @CsvSource({"1, 1380", "2, 0.3", "3, 7.77", "12, 0.01", "180, 1", "180, 1380", "1000, 115"})
  void workersTogetherAreEvenlySpaced(int workers, double rate) {
    Schedule schedule = Schedule.notStarted(0).then(new ConstantRate(rate), 0, 0, Long.MIN_VALUE);
    long[] due =
        IntStream.range(0, workers)
            .mapToObj(k -> sequenceOf(k, workers))
            .flatMapToDouble(sequence -> Arrays.stream(values(sequence, 200)))
            .mapToLong(schedule::dueNanos)
            .sorted()
            .toArray();
    for (int i = 1; i < due.length; i++) {
      assertThat((double) due[i] - due[i - 1]).isCloseTo(1e9 / (workers * rate), within(1.0));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 12, 180, 999})
  void theTotalIsExactAtEveryMoment(int workers) {
    ArrivalSequence[] sequences =
        IntStream.range(0, workers)
            .mapToObj(k -> sequenceOf(k, workers))
            .toArray(ArrivalSequence[]::new);
    long total = 0;
    for (int step = 0; step < 5 * workers; step++) {
      // half-way between two iterations of all
      double count = (step + 0.5) / workers;
      for (ArrivalSequence sequence : sequences) {
        while (sequence.next() <= count) {
          sequence.advance();
          total++;
        }
      }
      assertThat(total).isEqualTo(step + 1);
    }
  }

  /** However times are rounded, one more is due from the nanosecond on at which it may start. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.3, 1, 7.77, 115, 1380, 99_999.9})
  void eachIsDueFromItsTimeOn(double rate) {
    Schedule schedule = Schedule.notStarted(0).then(new ConstantRate(rate), 7, 0, Long.MIN_VALUE);
    for (int k = 0; k < 20; k += 3) {
      double[] values = values(sequenceOf(k, 20), 300);
      ArrivalSequence sequence = sequenceOf(k, 20);
      for (int i = 0; i < values.length; i++) {
        long dueNanos = schedule.dueNanos(values[i]);
        assertThat(sequence.dueBy(schedule, dueNanos)).isEqualTo(i + 1L);
        assertThat(sequence.dueBy(schedule, dueNanos - 1)).isEqualTo(i);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void joiningPassesOverExactlyWhatLiesBefore(long seed) {
    double[] all = values(sequence(seed), 5000);
    ArrivalSequence sequence = sequence(seed);
    int index = 0;
    for (int i = 1; i < 1000; i++) {
      double count = 3.7 * i;
      int before = index;
      while (all[index] < count) {
        index++;
      }
      assertThat(sequence.joinAt(count)).isEqualTo(index - before);
      assertThat(sequence.next()).isEqualTo(all[index]);
    }
  }

  /** What a worker owes of a part keeps its places, and what follows has those of the next one. */
  @Test
  void iterationsOfEachPartKeepTheirPlaces() {
    assertThat(values(twoParts(), 6)).containsExactly(0.25, 1.25, 2.25, 10.5, 11.5, 12.5);
    for (int owed = 0; owed < 3; owed++) {
      ArrivalSequence joined = twoParts();
      values(joined, owed);
      assertThat(joined.joinAt(12)).isEqualTo(5L - owed);
      assertThat(joined.next()).isEqualTo(12.5);
    }
    ArrivalSequence postponed = twoParts();
    values(postponed, 4);
    postponed.postponeTo(20);
    assertThat(values(postponed, 3)).containsExactly(20, 21, 22);
    assertThat(twoParts().dueBy(ONE_PER_SECOND, 9_000_000_000L)).isEqualTo(3);
    assertThat(twoParts().dueBy(ONE_PER_SECOND, 10_500_000_000L)).isEqualTo(4);
  }

  private static ArrivalSequence twoParts() {
    ArrivalSequence sequence = dealt(Arrivals.UNIFORM.sequence(new SplittableRandom()), 0.25);
    sequence.deal(3, 3, 10.5);
    sequence.follow();
    return sequence;
  }

  @Test
  void atTheMomentAtWhichAScheduleEndsNothingBeginsByIt() {
    ArrivalSequence sequence = sequenceOf(0, 1);
    long nanos = 5_000_000_000L;
    assertThat(sequence.dueBy(ONE_PER_SECOND.then(NoSchedule.PAUSED, nanos, 0, 0), nanos))
        .isEqualTo(6);
    assertThat(sequence.dueBy(ONE_PER_SECOND.then(NoSchedule.UNTHROTTLED, nanos, 0, 0), nanos))
        .isEqualTo(5);
  }

  @Test
  void nothingIsDueWithoutAPart() {
    ArrivalSequence sequence = Arrivals.UNIFORM.sequence(new SplittableRandom());
    assertThat(sequence.dueBy(ONE_PER_SECOND, 9_000_000_000L)).isZero();
  }

  private static ArrivalSequence sequenceOf(int worker, int workers) {
    return dealt(Arrivals.UNIFORM.sequence(new SplittableRandom()), (double) worker / workers);
  }
}
