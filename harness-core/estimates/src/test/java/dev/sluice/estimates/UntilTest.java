package dev.sluice.estimates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Runs in virtual time that end by themselves. An oracle knows the true variance of a figure: it
 * measures until 1.96 true standard errors are within the wanted error, and stay so.
 */
class UntilTest {

  private static final boolean SOAK = Boolean.getBoolean("soak");
  private static final int SEEDS = SOAK ? 200 : 6;
  // not those that the constants were chosen with
  private static final long FIRST_SEED = 5_000_000;
  private static final int NEEDED = 240;
  private static final int AT_LEAST = 30;
  private static final double LEVEL = 0.95;
  private static final double CHANCE = 0.001;
  private static final double[] SHARES = {0.5, 0.99};

  /** What the oracle knows after {@link #NEEDED} seconds: the errors of mean, p50 and p99. */
  private static final Map<Systems, double[]> ORACLE =
      new EnumMap<>(
          Map.of(
              Systems.INDEPENDENT, new double[] {0.00366, 0.0043, 0.0137},
              Systems.CORRELATED_50, new double[] {0.0434, 0.0436, 0.0523},
              Systems.CORRELATED_80, new double[] {0.0745, 0.0752, 0.0842},
              Systems.HEAVY_TAIL, new double[] {0.00731, 0.00338, 0.0342},
              Systems.BIMODAL, new double[] {0.00674, 0.00117, 0.00585},
              Systems.PAUSES, new double[] {0.0827, 0.00089, 0.0719},
              Systems.PERIODIC, new double[] {0.0108, 0.0121, 0.016}));

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "DRIFT")
  void stopsSoonAndKnows(Systems system) {
    double[] truths = truths(system);
    int[] held = new int[truths.length];
    int[] known = new int[truths.length];
    int[] inTime = new int[truths.length];
    for (int seed = 0; seed < SEEDS; seed++) {
      Run run = system.play(4 * NEEDED, FIRST_SEED + seed);
      for (int figure = 0; figure < truths.length; figure++) {
        End end = end(run, figure, ORACLE.get(system)[figure], 4 * NEEDED);
        if (end.answer() instanceof Until.Known answer) {
          known[figure]++;
          held[figure] += answer.figure().contains(truths[figure]) ? 1 : 0;
        }
        inTime[figure] += end.seconds() <= 2 * NEEDED ? 1 : 0;
      }
    }
    for (int figure = 0; figure < truths.length; figure++) {
      String what =
          "%s held, %s known, %s in time"
              .formatted(Arrays.toString(held), Arrays.toString(known), Arrays.toString(inTime));
      assertThat(atMost(known[figure], SEEDS, 0.97)).as(what).isGreaterThan(CHANCE);
      assertThat(atMost(held[figure], known[figure], 0.93)).as(what).isGreaterThan(CHANCE);
      double share = system == Systems.PERIODIC ? 0.3 : 0.8;
      assertThat(atMost(inTime[figure], SEEDS, share)).as(what).isGreaterThan(CHANCE);
    }
  }

  @Test
  void refusesADrift() {
    int[] refused = new int[SHARES.length + 1];
    for (int seed = 0; seed < SEEDS; seed++) {
      Run run = Systems.DRIFT.play(300, FIRST_SEED + seed);
      for (int figure = 0; figure < refused.length; figure++) {
        refused[figure] +=
            end(run, figure, 0.015, 300).answer() instanceof Until.Drifts drifts
                    && drifts.relativeChange() > 0.015
                ? 1
                : 0;
      }
    }
    for (int each : refused) {
      assertThat(atMost(each, SEEDS, 0.95)).as(Arrays.toString(refused)).isGreaterThan(CHANCE);
    }
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "DRIFT")
  void theOracleKnowsTheTrueErrors(Systems system) {
    int runs = SOAK ? 400 : 20;
    // a swing is seen at its worst between whole turns
    int seconds = system == Systems.PERIODIC ? NEEDED + 10 : NEEDED;
    double[] truths = truths(system);
    double[] squares = new double[truths.length];
    for (int i = 0; i < runs; i++) {
      Run run = system.play(seconds, 2 * FIRST_SEED + i);
      List<Interval> found = run.percentiles(SHARES, 0, seconds, LEVEL);
      for (int figure = 0; figure < truths.length; figure++) {
        double value = figure == 0 ? Series.mean(run.means()) : found.get(figure - 1).value();
        squares[figure] += Math.pow(value / truths[figure] - 1, 2);
      }
    }
    for (int figure = 0; figure < truths.length; figure++) {
      double error = 1.96 * Math.sqrt(squares[figure] / runs);
      assertThat(error / ORACLE.get(system)[figure])
          .as("figure %d: %s", figure, error)
          .isBetween(SOAK ? 0.85 : 0.5, SOAK ? 1.15 : 1.5);
    }
  }

  private record End(Until.Answer answer, int seconds) {}

  /** Of a run that waits for the mean, or for the percentile of that number. */
  private static End end(Run run, int figure, double error, int atMost) {
    Until rule = new Until(error, LEVEL, AT_LEAST, atMost);
    double share = figure == 0 ? 0 : SHARES[figure - 1];
    double[] values = figure == 0 ? run.means() : run.percentiles(share);
    for (int seconds = 1; ; seconds++) {
      int to = seconds;
      double[] upToNow = Arrays.copyOf(values, to);
      Until.Answer answer =
          figure == 0
              ? rule.after(upToNow)
              : rule.after(upToNow, from -> run.percentile(share, from, to, LEVEL));
      if (!(answer instanceof Until.GoOn)) {
        return new End(answer, seconds);
      }
    }
  }

  private static double[] truths(Systems system) {
    return DoubleStream.concat(
            DoubleStream.of(system.mean()), Arrays.stream(SHARES).map(system::percentile))
        .toArray();
  }

  private static double atMost(int hits, int of, double probability) {
    return BinomialDistribution.of(of, probability).cumulativeProbability(hits);
  }

  @Test
  void plansTheLengthAndConfirmsIt() {
    double[] values = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
    // the error of 1.5 that is found falls with the root of the length, from 4 % after 20 values
    assertThat(looks(new Until(0.04, 0.95, 20, 900), values, 0.04)).containsExactly(20, 22);
    assertThat(looks(new Until(0.03, 0.95, 20, 900), values, 0.04)).containsExactly(20, 36);
    assertThat(looks(new Until(0.0201, 0.95, 20, 900), values, 0.04)).containsExactly(20, 40, 80);
    assertThat(looks(new Until(0.02, 0.95, 20, 70), values, 0.04)).containsExactly(20, 40, 70);
    assertThat(looks(new Until(0.04, 0.95, 20, 20), values, 0.04)).containsExactly(20);
    assertThat(looks(new Until(0.04, 0.95, 30, 20), values, 0.04)).containsExactly(20);
    // nothing to plan with
    assertThat(looks(new Until(0.04, 0.95, 20, 90), values, Double.NaN))
        .containsExactly(20, 40, 80, 90);
  }

  /** Where the rule asks for the figure; its error is known of 20 values. */
  private static List<Integer> looks(Until rule, double[] values, double error) {
    List<Integer> looks = new ArrayList<>();
    Until.Answer answer = new Until.GoOn();
    for (int n = 1; answer instanceof Until.GoOn; n++) {
      int length = n;
      double[] upToNow = new double[n];
      Arrays.setAll(upToNow, i -> values[i % values.length]);
      double half = 1.5 * error * Math.sqrt(20.0 / n);
      answer =
          rule.after(
              upToNow,
              from -> {
                looks.add(length);
                assertThat(from).isZero();
                return new Interval(1.5, 1.5 - half, 1.5 + half, 0.95, 9);
              });
    }
    if (answer instanceof Until.Known known) {
      assertThat(known.figure().relativeError()).isGreaterThanOrEqualTo(error * 0.49);
      assertThat(known.figure().effectiveSamples()).isEqualTo(9);
    }
    return looks;
  }

  @Test
  void namesNoise() {
    double[] run = series(0.8, 1);
    Until rule = new Until(0.01, 0.95, 30, 100);
    Until.Answer answer = new Until.GoOn();
    int n = 0;
    while (answer instanceof Until.GoOn) {
      answer = rule.after(Arrays.copyOf(run, ++n));
    }
    assertThat(n).isEqualTo(100);
    assertThat(answer)
        .isInstanceOfSatisfying(
            Until.TooNoisy.class,
            noisy -> assertThat(noisy.figure().relativeError()).isGreaterThan(0.01));
  }

  @Test
  void leavesOutTheWarmUp() {
    double[] run = series(0, 3);
    for (int i = 0; i < 20; i++) {
      run[i] += 200 * Math.exp(-i / 5.0);
    }
    Until rule = new Until(0.05, 0.95, 120, 300);
    Until.Answer answer = new Until.GoOn();
    for (int n = 1; answer instanceof Until.GoOn; n++) {
      answer = rule.after(Arrays.copyOf(run, n));
    }
    assertThat(answer)
        .isInstanceOfSatisfying(
            Until.Known.class,
            known -> {
              assertThat(known.warmUp()).isBetween(10, 30);
              assertThat(known.figure().contains(100)).isTrue();
              assertThat(known.figure().relativeError()).isCloseTo(0.05, within(1e-12));
              assertThat(known.figure().level()).isEqualTo(0.95);
            });
  }

  /** First-order autoregressive around 100. */
  private static double[] series(double rho, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] values = new double[300];
    double level = random.nextGaussian();
    for (int i = 0; i < values.length; i++) {
      level = rho * level + Math.sqrt(1 - rho * rho) * random.nextGaussian();
      values[i] = 100 + 20 * level;
    }
    return values;
  }
}
