package dev.sluice.estimates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that bounds from few or rare values hold as often as they say, whatever the distribution.
 */
class FewValuesTest {

  private static final double LEVEL = 0.95;
  private static final int REPETITIONS = Boolean.getBoolean("soak") ? 20_000 : 1_000;

  /** Three standard errors of a share in so many repetitions. */
  private static double chance(double share) {
    return 3 * Math.sqrt(share * (1 - share) / REPETITIONS);
  }

  @ParameterizedTest
  @CsvSource({"30, 0.001", "1000, 0.001", "1000, 0.5", "4000000, 0.0000005", "59, 0.99"})
  void eachBoundOfAShareHoldsAsOftenAsItSays(int trials, double truth) {
    SplittableRandom random = new SplittableRandom(trials);
    int upperHeld = 0;
    int lowerHeld = 0;
    for (int i = 0; i < REPETITIONS; i++) {
      Proportion found = new Proportion(binomial(random, trials, truth), trials);
      upperHeld += found.upper(LEVEL) >= truth ? 1 : 0;
      lowerHeld += found.lower(LEVEL) <= truth ? 1 : 0;
    }
    assertThat((double) upperHeld / REPETITIONS).isGreaterThan(LEVEL - chance(LEVEL));
    assertThat((double) lowerHeld / REPETITIONS).isGreaterThan(LEVEL - chance(LEVEL));
  }

  /** A binomial sample, by its geometric gaps, so that a rare event costs little. */
  private static long binomial(SplittableRandom random, int trials, double share) {
    long seen = -1;
    double at = 0;
    while (at <= trials) {
      at += Math.floor(Math.log(1 - random.nextDouble()) / Math.log1p(-share)) + 1;
      seen++;
    }
    return seen;
  }

  @ParameterizedTest
  @CsvSource({"6, 0.5", "30, 0.95", "59, 0.95", "100, 0.9", "200, 0.95"})
  void theBoundOfAQuantileHoldsAsOftenAsItSays(int count, double share) {
    SplittableRandom random = new SplittableRandom(count);
    double truth = Math.pow(-Math.log(1 - share), 2); // of squares of exponential values
    int held = 0;
    int medianHeld = 0;
    double confidence = 0;
    for (int i = 0; i < REPETITIONS; i++) {
      double[] values =
          random.doubles(count).map(each -> Math.pow(-Math.log(1 - each), 2)).toArray();
      OrderStatistics found = new OrderStatistics(values);
      OrderStatistics.Bound bound = found.upper(share, LEVEL).orElseThrow();
      held += bound.value() >= truth ? 1 : 0;
      confidence = bound.confidence();
      medianHeld += found.median(LEVEL).contains(Math.pow(Math.log(2), 2)) ? 1 : 0;
    }
    assertThat((double) held / REPETITIONS).isCloseTo(confidence, within(chance(confidence)));
    assertThat((double) medianHeld / REPETITIONS).isGreaterThan(LEVEL - chance(LEVEL));
  }

  @Test
  void knownValuesComeOut() {
    // none of n: at most 1 - 0.05^(1/n), one-sided (Clopper and Pearson)
    assertThat(1 / new Proportion(0, 4_100_000).upper(LEVEL)).isCloseTo(1_368_600, within(100.0));
    assertThat(new Proportion(0, 30).upper(LEVEL)).isCloseTo(0.0950, within(1e-4));
    assertThat(new Proportion(1, 10).upper(LEVEL)).isCloseTo(0.3942, within(1e-4));
    assertThat(new Proportion(9, 10).lower(LEVEL)).isCloseTo(1 - 0.3942, within(1e-4));
    assertThat(new Proportion(3, 3).upper(LEVEL)).isOne();
    assertThat(new Proportion(0, 3).lower(LEVEL)).isZero();
    assertThat(OrderStatistics.needed(0.95, LEVEL)).isEqualTo(59);
    OrderStatistics six = new OrderStatistics(5, 1, 2, 3, 6, 4);
    assertThat(six.median(LEVEL)).isEqualTo(new Interval(3.5, 1, 6, LEVEL, 6));
    assertThat(six.count()).isEqualTo(6);
    assertThat(six.greatest()).isEqualTo(6);
    assertThat(new OrderStatistics(1, 2, 3).median(LEVEL).known()).isFalse();
    OrderStatistics.Bound worst =
        new OrderStatistics(new double[30]).upper(0.95, LEVEL).orElseThrow();
    assertThat(worst.confidence()).isCloseTo(0.785, within(1e-3));
  }

  @Test
  void tooFewValuesBoundNothing() {
    assertThat(new OrderStatistics(1, 2, 3, 4, 5).upper(0.95, LEVEL)).isEmpty();
    assertThat(new OrderStatistics().upper(0.5, LEVEL)).isEmpty();
  }
}
