package dev.sluice.estimates;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of a first-order autoregressive series around 100, value for value. */
class UntilTest {

  private static final int SEEDS = Boolean.getBoolean("soak") ? 200 : 40;
  private static final double SIGMA = 20;
  private static final Until RULE = new Until(0.05, 0.95, 30, 2000);

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.8})
  void stopsSoonAndKnows(double rho) {
    // an oracle knows sigma and rho, and needs no more than the first look at least
    double error = RULE.relativeError() * 100;
    double needed =
        Math.max(RULE.atLeast(), Math.pow(1.96 * SIGMA / error, 2) * (1 + rho) / (1 - rho));
    int held = 0;
    double length = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      double[] run = series(rho, seed, 0);
      int n = stop(RULE, run);
      length += n;
      Until.Answer answer = RULE.after(Arrays.copyOf(run, n));
      held += answer instanceof Until.Known known && known.figure().contains(100) ? 1 : 0;
    }
    assertThat(length / SEEDS).isLessThanOrEqualTo(2 * needed);
    assertThat(held).isGreaterThanOrEqualTo(SEEDS * 88 / 100);
  }

  @Test
  void namesADrift() {
    int named = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Until rule = new Until(0.05, 0.95, 60, 300);
      double[] run = series(0.5, seed, 0.5);
      Until.Answer answer = rule.after(Arrays.copyOf(run, stop(rule, run)));
      named += answer instanceof Until.Drifts drifts && drifts.relativeChange() > 0.05 ? 1 : 0;
    }
    assertThat(named).isGreaterThanOrEqualTo(SEEDS * 95 / 100);
  }

  @Test
  void namesNoise() {
    Until rule = new Until(0.01, 0.95, 30, 100);
    double[] run = series(0.8, 1, 0);
    assertThat(stop(rule, run)).isEqualTo(100);
    assertThat(rule.after(Arrays.copyOf(run, 100)))
        .isInstanceOfSatisfying(
            Until.TooNoisy.class,
            noisy -> assertThat(noisy.figure().relativeError()).isGreaterThan(0.01));
  }

  @Test
  void leavesOutTheWarmUp() {
    double[] run = series(0, 3, 0);
    for (int i = 0; i < 20; i++) {
      run[i] += 200 * Math.exp(-i / 5.0);
    }
    Until rule = new Until(0.05, 0.95, 120, 300);
    assertThat(rule.after(Arrays.copyOf(run, stop(rule, run))))
        .isInstanceOfSatisfying(
            Until.Known.class,
            known -> {
              assertThat(known.warmUp()).isBetween(10, 30);
              assertThat(known.figure().contains(100)).isTrue();
            });
  }

  @Test
  void looksSeldom() {
    double[] run = series(0, 4, 0);
    Until rule = new Until(0.0001, 0.95, 30, 60);
    int looks = 0;
    for (int n = 1; n <= 60; n++) {
      int[] asked = {0};
      rule.after(
          Arrays.copyOf(run, n),
          warmUp -> {
            asked[0]++;
            return Interval.unknown(1, 0.95);
          });
      looks += asked[0];
    }
    assertThat(looks).isEqualTo(5); // 30, 38, 47, 59, 60
  }

  private static int stop(Until rule, double[] run) {
    int n = 1;
    while (rule.after(Arrays.copyOf(run, n)) instanceof Until.GoOn) {
      n++;
    }
    return n;
  }

  private static double[] series(double rho, long seed, double slope) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[2000];
    double level = random.nextGaussian();
    for (int i = 0; i < values.length; i++) {
      level = rho * level + Math.sqrt(1 - rho * rho) * random.nextGaussian();
      values[i] = 100 + SIGMA * level + slope * i;
    }
    return values;
  }
}
