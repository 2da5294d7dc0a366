package dev.sluice.estimates.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.estimates.Estimate;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.law.VirtualSystem.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Virtual systems: 95 % intervals hold the truth in 93 of 100, where the binomial distribution has
 * one in a thousand left, and what is named is there.
 */
class ScalingTest {

  private static final boolean SOAK = Boolean.getBoolean("soak");
  private static final int SEEDS = SOAK ? 200 : 1;
  private static final double CHANCE = 0.001;

  private static final List<Sweep> SWEEPS =
      Stream.of(0.02, 0.005, 0.1)
          .flatMap(
              noise ->
                  Stream.of(
                      new Sweep(noise, 5, 2), new Sweep(noise, 8, 1), new Sweep(noise, 12, 3)))
          .limit(SOAK ? 9 : 2)
          .toList();

  static List<VirtualSystem> systems() {
    return List.of(
        new VirtualSystem(Law.LINEAR, 0, 0),
        new VirtualSystem(Law.FLAT, 3, 0),
        new VirtualSystem(Law.FLAT, 3.4, 0),
        new VirtualSystem(Law.BROKEN, 3, 0.3),
        new VirtualSystem(Law.CONTENTION, 0.05, 0),
        new VirtualSystem(Law.UNIVERSAL, 0.03, 0.01));
  }

  /** How often something was so. */
  private static final class Tally {
    private int yes;
    private int all;

    void add(boolean so) {
      yes += so ? 1 : 0;
      all++;
    }

    boolean isAtLeast(double probability) {
      return BinomialDistribution.of(Math.max(1, all), probability).cumulativeProbability(yes)
          > (all == 0 ? -1 : CHANCE);
    }

    @Override
    public String toString() {
      return yes + " of " + all;
    }
  }

  @ParameterizedTest
  @MethodSource("systems")
  void intervalsHoldTheTruthAndWhatIsNamedIsThere(VirtualSystem system, TestReporter reporter) {
    Map<String, Tally> held = new TreeMap<>();
    Tally right = new Tally();
    Tally named = new Tally();
    for (Sweep sweep : SWEEPS) {
      for (int seed = 0; seed < SEEDS; seed++) {
        ScalingResult result = scaling(seed).of(system.play(sweep, seed));
        for (ScalingResult.FittedLaw fitted : result.laws()) {
          if (fitted.law() == system.law()) {
            tally(held, "each").add(fitted.perUnit().contains(VirtualSystem.EACH));
            IntStream.range(0, fitted.shape().size())
                .forEach(
                    i ->
                        tally(held, "shape " + i)
                            .add(fitted.shape().get(i).contains(system.shape(i))));
          }
        }
        if (result.laws().get(0).law() == Law.LINEAR) {
          tally(held, "loss")
              .add(result.laws().get(1).growth().low() <= system.growth(sweep.points()));
        }
        named.add(result.law().isPresent());
        result.law().ifPresent(law -> right.add(isRight(law, system.law())));
      }
    }
    String what = system + ": " + held + ", right " + right + ", named " + named;
    reporter.publishEntry(what);
    assertThat(held.values()).as(what).allMatch(tally -> tally.isAtLeast(0.93));
    assertThat(right.isAtLeast(0.99)).as(what).isTrue();
  }

  /** A bend too small for the errors is linear within them. */
  private static boolean isRight(Law found, Law truth) {
    return found == Law.LINEAR || (truth != Law.LINEAR && found.hasKnee() == truth.hasKnee());
  }

  @ParameterizedTest
  @MethodSource("systems")
  void whatHasNoNoiseIsFound(VirtualSystem system) {
    ScalingResult result = scaling(1).of(system.play(new Sweep(0, 12, 1), 1));
    assertThat(result.law()).contains(system.law());
    assertThat(result.laws().get(0).perUnit().value())
        .isCloseTo(VirtualSystem.EACH, Percentage.withPercentage(0.01));
  }

  /** The published column of the uniform cluster, before each queue manager that was added. */
  @Test
  void thePublishedClusterIsLinearAndItsBusyHostIsNamed() {
    double[] rates = {
      21_070, 42_244, 63_108, 84_896, 106_077, 125_901, 146_211, 165_589, 186_347, 206_974, 227_675
    };
    ScalingResult result =
        scaling(1)
            .of(
                IntStream.range(0, rates.length)
                    .mapToObj(
                        i ->
                            point(
                                i + 1,
                                i < 9 ? Map.of() : Map.of("host 1", i < 10 ? 0.94 : 0.96),
                                rates[i]))
                    .toList());
    assertThat(result.law()).contains(Law.LINEAR);
    // Student's t of 8 degrees of freedom: 2.306 * sqrt(0.000241 / 8 / 11)
    Interval each = result.laws().get(0).perUnit();
    assertThat((each.high() - each.low()) / 2 / each.value())
        .isCloseTo(0.0038, Percentage.withPercentage(20));
    assertThat(result.sentence())
        .startsWith("linear within the error up to 11: 20,9")
        .endsWith("; host 1 has 94 to 96 % of its processors busy from 10 on");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100 200 300                     | cannot tell how it scales: 3 points, it takes 4",
        "100 200 300 400 500 500 500 500 | linear up to 5 (5 to 5), then flat: 100/s each",
        "100 200 300 400 450 500 550 600 | linear up to 4 (4 to 4), then 0.5 (0.5 to 0.5) of that",
        "100 300 110 350 190 700         | cannot tell how it scales: the errors would hide a loss",
        "100 160 200 228.57 250 266.67 280 | contention sigma 0.25 (0.25 to 0.25): 7 gives 2.8 times"
      })
  void theAnswerIsASentence(String rates, String sentence) {
    double[] each = Stream.of(rates.split(" ")).mapToDouble(Double::parseDouble).toArray();
    List<Point> points = new ArrayList<>();
    for (double rate : each) {
      points.add(point(points.size() + 1, Map.of(), rate));
    }
    assertThat(scaling(1).of(points).sentence()).startsWith(sentence);
  }

  @Test
  void whatLiesBeyondThePointsIsSaidToBeThere() {
    VirtualSystem system = new VirtualSystem(Law.CONTENTION, 0.05, 0);
    assertThat(scaling(1).of(system.play(new Sweep(0.005, 12, 3), 1)).sentence())
        .contains("12 gives 7.7 times the rate of 1; beyond the points, 24 would give 11 (");
  }

  @Test
  void lawsThatTheErrorsDoNotTellApartAreBothNamed() {
    VirtualSystem system = new VirtualSystem(Law.FLAT, 5, 0);
    ScalingResult result = scaling(1).of(system.play(new Sweep(0.1, 8, 2), 1));
    assertThat(result.law()).isEmpty();
    assertThat(result.sentence()).contains("; or ").endsWith("; the errors do not tell which");
  }

  @Test
  void aPointHasARateAboveZero() {
    assertThatThrownBy(() -> point(1, Map.of(), 0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> point(0, Map.of(), 1)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> point(1, Map.of())).hasMessageContaining("above 0");
  }

  private static Tally tally(Map<String, Tally> tallies, String of) {
    return tallies.computeIfAbsent(of, any -> new Tally());
  }

  private static Scaling scaling(long seed) {
    return new Scaling(new SplittableRandom(~seed));
  }

  private static Point point(double x, Map<String, Double> processors, double... rates) {
    return new Point(
        x,
        IntStream.range(0, rates.length)
            .mapToObj(i -> new Estimate(rates[i], Double.NaN, 0))
            .toList(),
        processors);
  }
}
