package dev.sluice.estimates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What formulas give at their ends, and where too little is known. */
class FormulasTest {

  @Test
  void anIntervalKnowsItsErrorAndItsEnds() {
    Interval interval = new Interval(-10, -11, -8, 0.95, 3);
    assertThat(interval.error()).isEqualTo(2);
    assertThat(interval.relativeError()).isEqualTo(0.2);
    assertThat(new Interval(10, 7, 11, 0.95, 3).error()).isEqualTo(3);
    assertThat(interval.contains(-11) && interval.contains(-8)).isTrue();
    assertThat(interval.contains(-11.1) || interval.contains(-7.9)).isFalse();
    assertThat(new Interval(1, 1, 1, 0.95, 3).known()).isTrue();
    Interval unknown = Interval.unknown(1, 0.95);
    assertThat(unknown.known() || unknown.contains(1)).isFalse();
    assertThat(unknown.value()).isEqualTo(1);
    assertThat(unknown.level()).isEqualTo(0.95);
    assertThat(unknown.relativeError()).isNaN();
  }

  @Test
  void anIntervalGivesBackTheEstimateThatItComesFrom() {
    Estimate estimate = Estimate.ofSamples(3, 5, 10);
    Estimate back = estimate.interval(0.9).estimate();
    assertThat(back.value()).isEqualTo(6);
    assertThat(back.standardError()).isCloseTo(estimate.standardError(), within(1e-12));
    assertThat(back.freedom()).isEqualTo(2);
    Estimate unknown = Interval.unknown(6, 0.9).estimate();
    assertThat(unknown.value()).isEqualTo(6);
    assertThat(unknown.interval(0.9).known()).isFalse();
  }

  /** As often as it says, however few samples there are. */
  @ParameterizedTest
  @ValueSource(ints = {2, 5, 8, 20})
  void theNextSampleLiesWhereTheOthersSay(int samples) {
    SplittableRandom random = new SplittableRandom(samples);
    int rounds = 4_000;
    long inside =
        IntStream.range(0, rounds)
            .filter(
                round -> {
                  double[] values =
                      random.doubles(samples).map(x -> random.nextGaussian()).toArray();
                  return Estimate.ofNext(0.95, values).contains(random.nextGaussian());
                })
            .count();
    assertThat(100.0 * inside / rounds).isBetween(93.5, 96.5);
    assertThat(Estimate.ofNext(0.95, 7).known()).isFalse();
  }

  @Test
  void oneSampleHasNoError() {
    Estimate one = Estimate.ofSamples(3);
    assertThat(one.value()).isEqualTo(3);
    assertThat(one.interval(0.95).known()).isFalse();
    assertThat(one.pValue()).isEqualTo(1);
  }

  @Test
  void samplesWithoutSpreadAreCertain() {
    Estimate same = Estimate.ofSamples(3, 3, 3);
    assertThat(same.interval(0.95)).isEqualTo(new Interval(3, 3, 3, 0.95, 3));
    assertThat(same.pValue()).isZero();
    assertThat(same.minus(same)).isEqualTo(new Estimate(0, 0, 4));
    assertThat(same.minus(same).pValue()).isEqualTo(1);
    assertThat(new Estimate(1, 1, 0).interval(0.95).known()).isFalse();
    assertThat(new Estimate(1, 1, 0).pValue()).isEqualTo(1);
  }

  @Test
  void pairsAreOfEqualLength() {
    assertThatThrownBy(() -> Estimate.ofPairs(new double[2], new double[3]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 and 3 are no pairs");
  }

  @Test
  void aShortSeriesSaysNothing() {
    double[] values = IntStream.range(0, 10).mapToDouble(i -> i % 3).toArray();
    assertThat(Series.of(values).interval(0.95).known()).isTrue();
    Series nine = Series.of(Arrays.copyOf(values, 9));
    assertThat(nine.interval(0.95).known()).isFalse();
    assertThat(nine.estimate().value()).isEqualTo(1);
    assertThat(nine.skewness()).isZero();
    assertThat(Stationarity.change(values).standardError()).isPositive();
    assertThat(Stationarity.change(Arrays.copyOf(values, 9)).standardError()).isNaN();
  }

  @Test
  void frequenciesGrowWithTheLength() {
    assertThat(IntStream.of(10, 40, 300, 1000, 8000).map(Series::frequencies))
        .containsExactly(2, 2, 9, 20, 80);
  }

  @Test
  void aConstantSeriesIsCertain() {
    Series same = Series.of(new double[20]);
    assertThat(same.estimate()).isEqualTo(new Estimate(0, 0, 4));
    assertThat(same.skewness()).isZero();
  }

  @Test
  void ranksAreThoseOfAHistogram() {
    Ranks ranks = new Counted(new double[] {1, 2, 3, 4}, new long[] {0, 2, 0, 1});
    assertThat(ranks.count()).isEqualTo(3);
    assertThat(IntStream.of(1, 2, 3).mapToDouble(ranks::value)).containsExactly(2.0, 2.0, 4.0);
    assertThat(List.of(0.5, 1.0, 2.0, 2.5, 3.0, 4.0, 9.0).stream().map(ranks::upTo))
        .containsExactly(0L, 0L, 2L, 2L, 2L, 3L, 3L);
    assertThat(new Counted(new double[0], new long[0]).count()).isZero();
    assertThat(new Counted(new double[0], new long[0]).upTo(1)).isZero();
  }

  @Test
  void aPercentileNeedsTenValuesBeyondIt() {
    Ranks values = new Counted(new double[] {1, 2}, new long[] {500, 500});
    Ranks fewer = new Counted(new double[] {1, 2}, new long[] {500, 499});
    List<Ranks> second =
        Collections.nCopies(20, new Counted(new double[] {1, 2}, new long[] {25, 25}));
    assertThat(Percentile.of(0.99, values, second, 0.95).known()).isTrue();
    assertThat(Percentile.of(0.99, fewer, second, 0.95)).isEqualTo(Interval.unknown(2, 0.95));
    assertThat(Percentile.of(0.01, fewer, second, 0.95)).isEqualTo(Interval.unknown(1, 0.95));
    assertThat(Percentile.of(0.5, fewer, second, 0.95).known()).isTrue();
  }

  @Test
  void aPercentileNeedsIntervals() {
    Ranks none = new Counted(new double[0], new long[0]);
    assertThat(Percentile.of(0.5, none, List.of(), 0.95).value()).isNaN();
    Ranks values = new Counted(new double[] {1, 2}, new long[] {500, 500});
    Interval few = Percentile.of(0.5, values, List.of(values, values), 0.95);
    assertThat(few).isEqualTo(Interval.unknown(1, 0.95));
  }

  @Test
  void valuesThatAreAllTheSameAreCertain() {
    Ranks second = new Counted(new double[] {7}, new long[] {100});
    Ranks all = new Counted(new double[] {7}, new long[] {2000});
    assertThat(Percentile.of(0.99, all, Collections.nCopies(20, second), 0.95))
        .isEqualTo(new Interval(7, 7, 7, 0.95, 5));
  }

  @Test
  void aStepIsAWarmUpAndALineADrift() {
    double[] noise = new SplittableRandom(5).doubles(200).toArray();
    double[] step = new double[200];
    double[] line = new double[200];
    for (int i = 0; i < 200; i++) {
      step[i] = 10 + noise[i] + (i < 40 ? 3 : 0);
      line[i] = 10 + noise[i] + 0.03 * i;
    }
    assertThat(Stationarity.of(step).warmUp()).isEqualTo(40);
    assertThat(Stationarity.of(step).drifts()).isFalse();
    assertThat(Stationarity.of(step).mean()).isCloseTo(10.5, within(0.1));
    Stationarity drift = Stationarity.of(line);
    assertThat(drift.warmUp()).isZero();
    assertThat(drift.drifts()).isTrue();
    assertThat(drift.relativeChange()).isCloseTo(6 / 13.5, within(0.03));
    assertThat(Stationarity.of(noise).warmUp()).isZero();
    assertThat(Stationarity.of(noise).drifts()).isFalse();
    noise[0] = 30; // an outlier is no warm-up of five
    assertThat(Stationarity.of(noise).warmUp()).isIn(0, 5);
  }

  @Test
  void aDriftInNoiseIsNoWarmUp() {
    double[] gentle = new SplittableRandom(5).doubles(200).map(u -> 10 + 3 * u).toArray();
    for (int i = 0; i < 200; i++) {
      gentle[i] += 0.01 * i;
    }
    assertThat(Stationarity.of(gentle).warmUp()).isZero();
    assertThat(Stationarity.of(gentle).drifts()).isTrue();
  }

  @Test
  void aWarmUpIsWithinTheFirstHalf() {
    double[] step = new SplittableRandom(5).doubles(100).toArray();
    for (int i = 0; i < 60; i++) {
      step[i] += 5;
    }
    assertThat(Stationarity.of(step).warmUp()).isLessThanOrEqualTo(50);
  }

  @Test
  void aSwingHasComeBackAndIsSlow() {
    double[] noise = new SplittableRandom(5).doubles(96).toArray();
    for (double turns : new double[] {1, 1.7, 2.3, 11.5, 13, 20}) {
      double[] swing = new double[96];
      Arrays.setAll(swing, i -> noise[i] + 5 * Math.sin(2 * Math.PI * turns * i / 96));
      double expected = turns < 2 || turns > 12 ? 0 : turns;
      assertThat(Swing.of(swing).turns).isCloseTo(expected, within(0.05));
    }
  }

  @Test
  void aSwingIsNeitherWarmUpNorDrift() {
    double[] swing = new SplittableRandom(5).doubles(100).toArray();
    for (int i = 0; i < 100; i++) {
      swing[i] += 20 + 5 * Math.sin(2 * Math.PI * 2.75 * i / 100);
    }
    Stationarity found = Stationarity.of(swing);
    assertThat(found.warmUp()).isZero();
    assertThat(found.drifts()).isFalse();
    assertThat(found.mean()).isCloseTo(20.5, within(0.1));
    assertThat(found.change().value()).isCloseTo(0, within(0.4));
  }

  @Test
  void aDriftIsAChangeThatChanceMakesOnceInAHundred() {
    // Student's t of 100 degrees of freedom: 2.626 at 1 %
    assertThat(new Stationarity(0, 1, new Estimate(2.62, 1, 100)).drifts()).isFalse();
    assertThat(new Stationarity(0, 1, new Estimate(-2.63, 1, 100)).drifts()).isTrue();
    assertThat(new Stationarity(0, -10, new Estimate(2, 1, 100)).relativeChange()).isEqualTo(0.2);
  }

  /** They know more than independent values, but not without limit. */
  @Test
  void intervalsOfEqualSharesAgreeHoweverManyValuesTheyHave() {
    double[] values = IntStream.rangeClosed(1, 100).asDoubleStream().toArray();
    List<Ranks> intervals =
        IntStream.range(0, 20).<Ranks>mapToObj(i -> each(values, i % 3 == 0 ? 3 : 1)).toList();
    Interval found = Percentile.of(0.5, each(values, 34), intervals, 0.95);
    double least = 100 * Math.sqrt(0.25 / 4 / 3400);
    double t = Estimate.quantile(4, 0.95);
    assertThat(found.low()).isEqualTo(Math.ceil(50 - t * least));
    assertThat(found.high()).isEqualTo(Math.ceil(50 + t * least));
  }

  private static Ranks each(double[] values, long times) {
    return new Counted(values, LongStream.generate(() -> times).limit(values.length).toArray());
  }

  /** As calls in doubt, of which there were some in one interval: their mean had an error of 0. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 10, 40})
  void aMeanOfWhatFewIntervalsHaveHasNoKnownError(int some) {
    Batches batches = new Batches();
    for (int i = 0; i < 40; i++) {
      Histogram nanos = new Histogram(2);
      nanos.recordValueWithCount(1_000_000 + 10_000 * (i % 7), i < some ? 3 : 0);
      batches.add(
          new Batches.Batch(
              1_000_000_000, 0, 3, Map.of(Kind.CALLS_IN_DOUBT, Batches.packed(nanos))));
    }
    Interval mean = batches.times(Kind.CALLS_IN_DOUBT).mean().interval();
    assertThat(mean.value()).isCloseTo(1_030_000, within(40_000.0));
    assertThat(mean.known()).isEqualTo(some >= Series.MIN_VALUES);
    assertThat(batches.achieved().interval().known()).isTrue();
  }

  private enum Kind {
    CALLS_IN_DOUBT
  }
}
