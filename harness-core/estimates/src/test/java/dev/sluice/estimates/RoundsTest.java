package dev.sluice.estimates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RoundsTest {

  private static final int SEEDS = Boolean.getBoolean("soak") ? 20_000 : 2_000;
  private static final Rounds RULE = new Rounds(10, 0.01, 1);

  @Test
  void equalRunsAreCalledChangedInOneOfAHundredAtMost() {
    for (double spread : new double[] {0.02, 0.1, 0.5}) {
      int alarms = 0;
      for (int seed = 0; seed < SEEDS; seed++) {
        Decision decision = decide(seed, spread, 0);
        alarms += decision == Decision.BETTER || decision == Decision.WORSE ? 1 : 0;
      }
      assertThat(alarms).isLessThanOrEqualTo(SEEDS / 100);
    }
  }

  @Test
  void tenPercentAreFound() {
    int found = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      found += decide(seed, 0.04, Math.log(1.1)) == Decision.WORSE ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(SEEDS * 90 / 100);
  }

  @Test
  void quietEqualsAreEqualAndNoiseCannotTell() {
    assertThat(decide(1, 0.005, 0)).isEqualTo(Decision.EQUAL);
    assertThat(decide(1, 0.5, 0)).isEqualTo(Decision.CANNOT_TELL);
  }

  @Test
  void looksSpendTheErrorOfAll() {
    assertThat(IntStream.rangeClosed(1, 10).mapToDouble(RULE::spentBy).sum())
        .isCloseTo(0.01, within(1e-12));
    assertThat(RULE.spentBy(2)).isCloseTo(0.01 * 0.008, within(1e-12));
    assertThat(new Rounds(10, 0.01, 4).spentBy(10)).isCloseTo(0.0025 * 0.271, within(1e-12));
  }

  @Test
  void aSteadyDriftCancelsInARound() {
    assertThat(Rounds.change(new double[] {5, 5.1, 5.2, 5.3})).isCloseTo(0, within(1e-12));
    assertThat(Rounds.change(new double[] {5, 7, 7, 5})).isCloseTo(2, within(1e-12));
    assertThat(Rounds.drift(new double[] {5, 5.1, 5.2, 5.3})).isCloseTo(0.3, within(1e-12));
  }

  @Test
  void decidesByTheIntervalAndTheMargin() {
    assertThat(decision(0.06, 0.01, 0.11, false)).isEqualTo(Decision.WORSE);
    assertThat(decision(0.06, 0.01, 0.11, true)).isEqualTo(Decision.BETTER);
    assertThat(decision(-0.06, -0.11, -0.01, false)).isEqualTo(Decision.BETTER);
    assertThat(decision(0.04, 0.01, 0.07, false)).isEqualTo(Decision.CANNOT_TELL);
    assertThat(decision(0.04, 0.03, 0.05, false)).isEqualTo(Decision.EQUAL);
    assertThat(decision(0, -0.05, 0.05, false)).isEqualTo(Decision.EQUAL);
    assertThat(decision(0.06, -0.01, 0.13, false)).isEqualTo(Decision.CANNOT_TELL);
    assertThat(decision(0.2, Double.NaN, Double.NaN, false)).isEqualTo(Decision.CANNOT_TELL);
  }

  private static Decision decision(double value, double low, double high, boolean moreIsBetter) {
    return Decision.of(new Interval(value, low, high, 0.95, 10), 0.05, moreIsBetter);
  }

  /** Rounds of four runs whose logarithms are normal with that spread. */
  private static Decision decide(long seed, double spread, double change) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] rounds = new double[0];
    Decision decision = Decision.CANNOT_TELL;
    while (decision == Decision.CANNOT_TELL && rounds.length < RULE.most()) {
      double[] log = random.doubles(4).map(u -> spread * random.nextGaussian()).toArray();
      rounds = Arrays.copyOf(rounds, rounds.length + 1);
      rounds[rounds.length - 1] = change + Rounds.change(log);
      decision = Decision.of(RULE.after(rounds), 0.05, false);
    }
    return decision;
  }
}
