package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  private static ArrivalSequence sequenceOf(int worker, int workers) {
    return dealt(Arrivals.UNIFORM.sequence(new SplittableRandom()), (double) worker / workers);
  }
}
