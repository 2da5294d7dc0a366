package dev.sluice.control.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.core.text.Figures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How certain it is that an objective was met, or missed. */
class CertaintyTest {

  private static final int SEEDS = Boolean.getBoolean("soak") ? 600 : 24;
  private static final double P95 =
      Math.exp(UntilKnownTest.Z_95 * Math.hypot(UntilKnownTest.SPREAD, UntilKnownTest.NOISE));
  private static final double MEAN =
      Math.exp((Math.pow(UntilKnownTest.SPREAD, 2) + Math.pow(UntilKnownTest.NOISE, 2)) / 2);

  /** The truth is just beyond the limit, so an answer that it is not is wrong. */
  @ParameterizedTest
  @CsvSource({"p95, <, MET", "p95, >, MET", "mean, <, MET", "mean, >, MET", "p95, <, MISSED"})
  void whatIsCertainAt95IsWrongInAtMost5Of100(String figure, String sign, Judgement wrong) {
    double truth = figure.equals("mean") ? MEAN : P95;
    boolean above = sign.equals("<") == (wrong == Judgement.MET);
    Objective objective = objective(figure, sign, truth * (above ? 0.9999 : 1.0001));
    int said = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      said += objective.outcome(run(seed, 30).get(30), 0.95) == wrong ? 1 : 0;
    }
    assertThat(1 - BinomialDistribution.of(SEEDS, 0.05).cumulativeProbability(said - 1))
        .as("%d of %d", said, SEEDS)
        .isGreaterThan(0.001);
  }

  /** As a search looks for the highest rate. */
  @Test
  void severalLooksShareTheChance() {
    Objective objective = objective("p95", "<", P95 * 0.9999);
    int said = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Map<Integer, Observations> run = run(1_000 + seed, 10, 20, 40);
      said +=
          List.of(10, 20, 40).stream()
                  .anyMatch(look -> objective.outcome(run.get(look), 1 - 0.05 / 3) == Judgement.MET)
              ? 1
              : 0;
    }
    assertThat(1 - BinomialDistribution.of(SEEDS, 0.05).cumulativeProbability(said - 1))
        .as("%d of %d", said, SEEDS)
        .isGreaterThan(0.001);
  }

  @Test
  void aFigureFarFromItsLimitIsCertain() {
    Observations run = run(1, 30).get(30);
    assertThat(objective("p95", "<", 2 * P95).judge("", "w", run).line())
        .matches("PASS w p95 < .*us: 1.6.ms, more than 99.9 % certain");
    assertThat(objective("mean", "<", 0.5).judge("", "w", run).line())
        .matches("FAIL w mean < .*us: 1.0.ms, more than 99.9 % certain");
    assertThat(objective("mean", "<", 1.01 * MEAN).certainty(run).orElseThrow())
        .isBetween(0.5, 0.9);
    assertThat(objective("mean", "<", 1.03 * MEAN).certainty(run).orElseThrow())
        .isGreaterThan(objective("mean", "<", 1.02 * MEAN).certainty(run).orElseThrow());
  }

  @Test
  void whereTheErrorIsUnknownNothingIsSaid() {
    Observations run = run(1, 30).get(30);
    Observations few = run(1, 9).get(9);
    assertThat(objective("p95", "<", 3).certainty(few)).isEmpty();
    assertThat(objective("p95", "<", 3).judge("", "w", few).line()).doesNotContain("certain");
    assertThat(objective("p95", "<", 3).outcome(few, 0.5)).isEqualTo(Judgement.NOT_JUDGED);
    for (String text : List.of("errors == 0", "max < 1h", "backlog < 1000", "achieved == 100")) {
      assertThat(Objective.parse(text).certainty(run)).as(text).isEmpty();
    }
    assertThat(Objective.parse("errors == 0").outcome(run, 0.99)).isEqualTo(Judgement.MET);
    assertThat(Objective.parse("max < 1us").outcome(run, 0.99)).isEqualTo(Judgement.NOT_JUDGED);
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 50 % certain",
    "0.984, 98 % certain",
    "0.9899, 98 % certain",
    "0.9949, 99.4 % certain",
    "0.9989, 99.8 % certain",
    "0.999, more than 99.9 % certain"
  })
  void aCertaintyIsNeverRoundedUp(double share, String text) {
    assertThat(Figures.certainty(share)).isEqualTo(text);
  }

  private static Objective objective(String figure, String sign, double millis) {
    return Objective.parse(Figures.text("%s %s %.3fus", figure, sign, 1e3 * millis));
  }

  /** A run after some of its seconds, the last of which is its last. */
  private static Map<Integer, Observations> run(long seed, Integer... looks) {
    SplittableRandom random = new SplittableRandom(seed);
    IntervalSum sum = new IntervalSum("w");
    Map<Integer, Observations> looked = new HashMap<>();
    for (int second = 0; second < looks[looks.length - 1]; second++) {
      sum.add(UntilKnownTest.interval(second, any -> 1, random));
      if (List.of(looks).contains(second + 1)) {
        looked.put(second + 1, Observations.of(sum.sum()).in(sum.batches().from(0)));
      }
    }
    return looked;
  }
}
