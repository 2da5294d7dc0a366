package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.api.Estimate.Unit;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateTest {

  /** Values of the function qt(0.975, df) of R. */
  @ParameterizedTest
  @CsvSource({"4, 2.776445", "5, 2.570582", "9, 2.262157", "19, 2.093024", "100, 1.983972"})
  void quantilesAreThoseOfTables(int freedom, double expected) {
    assertThat(Estimate.studentT(freedom)).isCloseTo(expected, within(expected * 0.003));
  }

  @Test
  void theErrorIsThatOfTheMeanOfBatches() {
    Estimate estimate = Estimate.of(10, List.of(9.0, 11.0, 10.0, 9.0, 11.0), Unit.PER_SECOND);
    assertThat(estimate.error()).isCloseTo(2.776445 * 1.0 / Math.sqrt(5), within(0.005));
    assertThat(estimate).hasToString("10/s +/- 1.24/s");
  }

  @Test
  void fewBatchesGiveNoError() {
    Estimate estimate = Estimate.of(10, List.of(9.0, 11.0), Unit.RATIO);
    assertThat(estimate.hasError()).isFalse();
    assertThat(estimate).hasToString("10.0000 (error unknown)");
  }

  @Test
  void nineteenOfTwentyIntervalsHoldTheTruth() {
    SplittableRandom random = new SplittableRandom(7);
    int samples = 2000;
    long held =
        IntStream.range(0, samples)
            .filter(
                sample -> {
                  List<Double> batches =
                      IntStream.range(0, 10).mapToObj(i -> random.nextGaussian()).toList();
                  double mean = batches.stream().mapToDouble(each -> each).average().orElseThrow();
                  return Math.abs(mean) <= Estimate.of(mean, batches, Unit.RATIO).error();
                })
            .count();
    assertThat((double) held / samples).isBetween(0.935, 0.965);
  }
}
