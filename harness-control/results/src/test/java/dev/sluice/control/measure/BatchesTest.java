package dev.sluice.control.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import dev.sluice.core.text.Figures;
import dev.sluice.estimates.Batches;
import dev.sluice.estimates.Estimated;
import dev.sluice.estimates.Interval;
import dev.sluice.estimates.Series;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Figures and their errors from the intervals of a workload, in virtual time. */
class BatchesTest {

  private static final long SECOND = 1_000_000_000;
  private static final double SPREAD = 0.2;
  private static final double NOISE = 0.4;
  private static final double PER_SECOND = 50;
  private static final double Z_99 = 2.3263478740408408;

  @ParameterizedTest
  @ValueSource(ints = {4, 8, 50, 600})
  void figuresAreThoseOfTheWholeWindowHoweverManyWereJoined(int most) {
    Batches batches = new Batches(most);
    Window whole = Window.none("senders");
    SplittableRandom random = new SplittableRandom(1);
    for (Window each : run(237, 0.5, 1)) {
      // now and then one is cut short or comes late
      long nanos = random.nextInt(20) == 0 ? random.nextLong(3 * SECOND) : SECOND;
      batches.add(each.lasting(nanos).batch());
      whole = whole.then(each.lasting(nanos));
      assertThat(batches.size()).isLessThanOrEqualTo(most);
    }
    Latency latency = whole.latency();
    assertThat(value(batches.achieved())).isCloseTo(whole.achievedPerSecond(), within(1e-9));
    assertThat(value(batches.ratio())).isCloseTo(whole.ratio(), within(1e-12));
    assertThat(value(batches.times(LatencyKind.HEADLINE).mean()) / latency.meanNanos())
        .isCloseTo(1, within(1e-9));
    Batches.Times headline = batches.times(LatencyKind.HEADLINE);
    for (double percentile : List.of(50.0, 90.0, 99.0, 99.9)) {
      assertThat(value(headline.percentile(percentile)))
          .isEqualTo((double) latency.atPercentile(percentile));
    }
  }

  @Test
  void aDayTakesNoMoreThanTenMinutes() {
    Batches batches = new Batches();
    for (int i = 0; i < 86_400; i++) {
      batches.add(window(i % 7, Map.of()).batch());
      assertThat(batches.size()).isBetween(Math.min(i + 1, 300), 600);
    }
    assertThat(batches.lengthNanos()).isEqualTo(256 * SECOND);
    assertThat(value(batches.achieved())).isCloseTo(3, within(1e-4));
  }

  @Test
  void anIntervalThatWasCutShortIsNoBatchOfItsOwn() {
    Batches batches = new Batches();
    for (double seconds : new double[] {0.3, 1, 1, 0.2, 1, 1.01, 3, 0.99, 0.4}) {
      batches.add(window(1, Map.of()).lasting(Math.round(seconds * SECOND)).batch());
    }
    // 0.3 + 1, 1, 0.2 + 1, 1.01, 3, 0.99 + 0.4
    assertThat(batches.size()).isEqualTo(6);
    assertThat(batches.lengthNanos()).isEqualTo(SECOND);
    assertThat(batches.achieved().byBatch()[5]).isCloseTo(2 / 1.39, within(1e-9));
  }

  @Test
  void theFirstBatchesCanBeLeftOut() {
    List<Window> run = run(60, 0, 3);
    Batches rest = new Batches();
    run.subList(20, 60).forEach(each -> rest.add(each.batch()));
    Batches all = batches(run);
    assertThat(Metric.known(all.from(20))).hasSizeGreaterThan(5).isEqualTo(Metric.known(rest));
    assertThat(all.from(60).size()).isZero();
  }

  @Test
  void aFigureIsWhatItIsInEachBatch() {
    List<Window> run = new ArrayList<>(run(30, 0, 4));
    run.set(7, window(0, Map.of())); // nothing was done
    Batches batches = batches(run);
    Window whole = run.stream().reduce(Window::then).orElseThrow();
    for (Metric metric : List.of(Metric.percentile(50), Metric.percentile(99))) {
      double percentile = metric.word().equals("p50") ? 50 : 99;
      double[] values = metric.in(batches).byBatch();
      for (int i = 0; i < 30; i++) {
        Latency latency = i == 7 ? whole.latency() : run.get(i).latency();
        assertThat(values[i]).isEqualTo((double) latency.atPercentile(percentile));
      }
    }
    assertThat(Metric.ACHIEVED.in(batches).byBatch()[7]).isZero();
    assertThat(Metric.of("mean").orElseThrow().in(batches).byBatch()[7])
        .isCloseTo(whole.latency().meanNanos(), within(1e-3));
  }

  @Test
  void whatCannotBeKnownHasNoError() {
    Batches few = batches(run(9, 0, 5));
    Batches enough = batches(run(10, 0, 5));
    assertThat(few.achieved().interval().known()).isFalse();
    assertThat(few.times(LatencyKind.HEADLINE).mean().interval().known()).isFalse();
    assertThat(few.times(LatencyKind.HEADLINE).percentile(50).interval().known()).isFalse();
    assertThat(enough.achieved().interval().known()).isTrue();
    assertThat(enough.times(LatencyKind.HEADLINE).mean().interval().known()).isTrue();
    assertThat(enough.times(LatencyKind.HEADLINE).percentile(50).interval().known()).isTrue();
    assertThat(enough.times(LatencyKind.HEADLINE).percentile(99.99).interval().known()).isFalse();
    for (String word : List.of("max", "recovery", "backlog", "lost")) {
      assertThat(Metric.of(word).orElseThrow().in(enough).interval().known()).isFalse();
    }
    assertThat(new Batches().achieved().interval().known()).isFalse();
    assertThat(new Batches().times(LatencyKind.HEADLINE).percentile(99).interval().known())
        .isFalse();
  }

  /** Where batches are of one size, a rate and a mean are those of a series. */
  @Test
  void errorsAreThoseOfASeries() {
    List<Window> run = run(60, 0.5, 6).stream().map(each -> each.lasting(SECOND / 4)).toList();
    Interval rate = batches(run).achieved().interval(0.9);
    Interval series = Series.of(batches(run).achieved().byBatch()).interval(0.9);
    assertThat(rate.error() / series.error()).isCloseTo(1, within(1e-9));
    Batches one = new Batches();
    run.forEach(
        each -> {
          Histogram single = histogram();
          single.recordValue(each.latency().atPercentile(50));
          one.add(window(1, Map.of(LatencyKind.LATENCY, Latency.of(single))).batch());
        });
    Interval mean = one.times(LatencyKind.HEADLINE).mean().interval(0.9);
    Interval means = Series.of(one.times(LatencyKind.HEADLINE).mean().byBatch()).interval(0.9);
    assertThat(mean.error() / means.error()).isCloseTo(1, within(1e-9));
  }

  /** However long intervals are. */
  @Test
  void aSteadyRateHasNoError() {
    Batches batches = new Batches();
    IntStream.range(0, 60)
        .forEach(
            i ->
                batches.add(
                    window(100 + i, Map.of())
                        .asking(100 + i)
                        .lasting((100 + i) * SECOND / 100)
                        .batch()));
    Interval rate = batches.achieved().interval();
    assertThat(rate.error()).isCloseTo(0, within(1e-9));
    assertThat(rate.value()).isEqualTo(100);
  }

  /** Ten seconds of which each does more than the one before say nothing of an endless run. */
  @Test
  void anErrorAsLargeAsTheFigureIsNoneToShow() {
    Batches rising = new Batches();
    IntStream.range(0, 10).forEach(i -> rising.add(window(10L * i * i, Map.of()).batch()));
    Interval rate = rising.achieved().interval();
    assertThat(rate.value()).isEqualTo(285);
    assertThat(rate.low()).isZero();
    assertThat(rate.relativeError()).isGreaterThan(1);
    assertThat(Figures.rate(rate)).isEqualTo(Figures.rate(rate.value()) + "/s");
  }

  /** A histogram does not tell values within 0.8 % apart. */
  @Test
  void aPercentileIsKnownNoBetterThanAHistogramKeepsIt() {
    Batches batches = new Batches();
    for (int i = 0; i < 60; i++) {
      Histogram same = histogram();
      same.recordValueWithCount(1_000_000, 90);
      same.recordValueWithCount(2_000_000, 5 + i % 7);
      batches.add(window(100, Map.of(LatencyKind.LATENCY, Latency.of(same))).batch());
    }
    Interval median = batches.times(LatencyKind.HEADLINE).percentile(50).interval();
    assertThat(median.contains(1_000_000)).isTrue();
    assertThat(median.relativeError()).isBetween(0.003, 0.008);
  }

  /** As Student's t of as many batches has it, where these are independent. */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5})
  void intervalsHoldTheTruthHoweverManyBatchesThereAre(double correlation) {
    int seeds = Boolean.getBoolean("soak") ? 400 : 24;
    int[] most = {600, 30};
    double[] truths = {PER_SECOND * Math.exp(SPREAD * SPREAD / 2), 1e6 * median(), 1e6 * tail()};
    int[][] held = new int[most.length][truths.length];
    for (int seed = 0; seed < seeds; seed++) {
      List<Window> run = run(120, correlation, 1_000_000 + seed);
      for (int m = 0; m < most.length; m++) {
        Batches batches = new Batches(most[m]);
        run.forEach(each -> batches.add(each.batch()));
        Batches.Times headline = batches.times(LatencyKind.HEADLINE);
        List<Estimated> found =
            List.of(batches.achieved(), headline.percentile(50), headline.percentile(99));
        for (int i = 0; i < held[m].length; i++) {
          held[m][i] += found.get(i).interval().contains(truths[i]) ? 1 : 0;
        }
      }
    }
    for (int[] each : held) {
      for (int count : each) {
        // one in a thousand by chance
        assertThat(atMost(count, seeds, 0.93)).as("%s of %s", count, seeds).isGreaterThan(0.001);
        assertThat(1 - atMost(count - 1, seeds, 0.97))
            .as("%s of %s", count, seeds)
            .isGreaterThan(0.001);
      }
    }
  }

  /** More is done while it is slow or fast: latencies are weighed by how many there are. */
  private static double median() {
    return Math.exp(SPREAD * SPREAD);
  }

  private static double tail() {
    return Math.exp(SPREAD * SPREAD + Z_99 * Math.hypot(SPREAD, NOISE));
  }

  private static double atMost(int hits, int of, double probability) {
    return BinomialDistribution.of(of, probability).cumulativeProbability(hits);
  }

  private static double value(Estimated figure) {
    return figure.interval().value();
  }

  private static Batches batches(List<Window> run) {
    Batches batches = new Batches();
    run.forEach(each -> batches.add(each.batch()));
    return batches;
  }

  /** Seconds whose level is autocorrelated: of their latencies in ms, and of how many there are. */
  private static List<Window> run(int seconds, double correlation, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Window> run = new ArrayList<>();
    Histogram quick = histogram();
    quick.recordValue(1_000);
    Latency service = Latency.of(quick); // belongs to no figure
    double level = SPREAD * random.nextGaussian();
    for (int second = 0; second < seconds; second++) {
      level =
          correlation * level
              + SPREAD * Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
      int count = (int) Math.floor(PER_SECOND * Math.exp(level) + random.nextDouble());
      Histogram latency = histogram();
      for (int i = 0; i < count; i++) {
        double millis = Math.exp(level + NOISE * random.nextGaussian());
        latency.recordValue(Math.round(1e6 * millis));
      }
      run.add(
          window(
              count,
              Map.of(LatencyKind.LATENCY, Latency.of(latency), LatencyKind.SERVICE, service)));
    }
    return run;
  }

  private static Histogram histogram() {
    return new Histogram(1, 1_000_000_000, 2);
  }

  private static Window window(long done, Map<LatencyKind, Latency> latencies) {
    return Window.of(110, Counts.ZERO.with(Counter.DONE, done), latencies, Unfinished.NOTHING)
        .lasting(SECOND);
  }
}
