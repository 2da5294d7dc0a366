package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.Cause;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Intervals, workloads and processes add up by one operation: the order in which they are added,
 * and who adds up what first, change nothing.
 */
class AdditionLawsTest {

  private static final double[] PERCENTILES = {0, 1, 50, 90, 99, 99.9, 100};

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void measuresAreACommutativeMonoid(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Window a = measures(random);
    Window b = measures(random);
    Window c = measures(random);
    assertThat(a.plus(b)).isEqualTo(b.plus(a));
    assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
    assertThat(a.plus(Window.none(""))).isEqualTo(a);
    assertThat(Window.none("").plus(a)).isEqualTo(a);
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  void percentilesOfASumAreThoseOfAllValues(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<Latency> some = new ArrayList<>();
    Histogram all = histogram();
    for (int i = 0; i < 5; i++) {
      Histogram one = histogram();
      long scale = 1L << random.nextInt(8, 36);
      for (int n = random.nextInt(1, 400); n > 0; n--) {
        long value = random.nextLong(scale);
        one.recordValue(value);
        all.recordValue(value);
      }
      some.add(Latency.of(one));
    }
    Latency sum = some.stream().reduce(Latency.NONE, Latency::plus);
    Latency whole = Latency.of(all);
    assertThat(sum).isEqualTo(whole);
    assertThat(sum.count()).isEqualTo(whole.count());
    assertThat(sum.minNanos()).isEqualTo(whole.minNanos());
    assertThat(sum.maxNanos()).isEqualTo(whole.maxNanos());
    assertThat(sum.meanNanos()).isEqualTo(whole.meanNanos());
    assertThat(sum.deviationNanos()).isEqualTo(whole.deviationNanos());
    for (double percentile : PERCENTILES) {
      assertThat(sum.atPercentile(percentile)).isEqualTo(whole.atPercentile(percentile));
    }
  }

  /** One process may add up what another one has sent. */
  @ParameterizedTest
  @ValueSource(longs = {21, 22, 23, 24})
  void whatWasEncodedAddsUpAsTheSame(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Latency small = latency(random, 1L << 10);
    Latency large = latency(random, 1L << 36);
    Latency first = Latency.decode(small.encoded());
    Latency second = Latency.decode(large.encoded());
    assertThat(first).isEqualTo(small);
    assertThat(first.meanNanos()).isEqualTo(small.meanNanos());
    assertThat(first.plus(second)).isEqualTo(small.plus(large)).isEqualTo(second.plus(first));
  }

  @ParameterizedTest
  @ValueSource(longs = {31, 32, 33, 34})
  void readingsOfAWorkerAddUpInAnyOrder(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Counts a = counts(random);
    Counts b = counts(random);
    assertThat(a.plus(b).minus(b)).isEqualTo(a);
    Unfinished one = unfinished(random);
    Unfinished other = unfinished(random);
    Unfinished third = unfinished(random);
    assertThat(one.plus(other)).isEqualTo(other.plus(one));
    assertThat(one.plus(other).plus(third)).isEqualTo(one.plus(other.plus(third)));
    assertThat(one.plus(Unfinished.NOTHING)).isEqualTo(one);
    Unfinished both = one.plus(other);
    assertThat(both.total()).isEqualTo(both.inFlight() + both.overdue());
    assertThat(both.total()).isEqualTo(one.total() + other.total());
    assertThat(both.oldestCallNanos()).isIn(one.oldestCallNanos(), other.oldestCallNanos());
    for (Cause cause : Cause.values()) {
      assertThat(both.missing(cause)).isEqualTo(one.missing(cause) + other.missing(cause));
    }
  }

  /** The account of two periods in a row is that of their counts, from one end to the other. */
  @ParameterizedTest
  @ValueSource(longs = {51, 52, 53, 54})
  void accountsOfPeriodsInARowAddUp(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Unfinished first = unfinished(random);
    Counts one = counts(random);
    Unfinished between = new Unfinished(first.total() + one.unfinishedGrowth(), 0, Map.of(), 7);
    Counts other = counts(random);
    Unfinished last = new Unfinished(0, between.total() + other.unfinishedGrowth(), Map.of(), 9);
    Window sum = Window.of(0, one, Map.of(), between).then(Window.of(0, other, Map.of(), last));
    assertThat(sum.unfinishedBefore()).isEqualTo(first.total());
    assertThat(sum).isEqualTo(Window.of(0, one.plus(other), Map.of(), last));
  }

  @ParameterizedTest
  @ValueSource(longs = {41, 42, 43, 44})
  void findingsOfChecksThatSawDifferentMessagesAddUpInAnyOrder(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DeliveryCounts a = delivery(random);
    DeliveryCounts b = delivery(random);
    DeliveryCounts c = delivery(random);
    assertThat(a.plus(b)).isEqualTo(b.plus(a));
    assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
    assertThat(a.plus(DeliveryCounts.NONE)).isEqualTo(a);
    for (DeliveryFigure figure : DeliveryFigure.values()) {
      assertThat(a.plus(b).get(figure)).isEqualTo(a.get(figure) + b.get(figure));
    }
  }

  private static DeliveryCounts delivery(SplittableRandom random) {
    return DeliveryCounts.of(figure -> random.nextLong(3));
  }

  private static Window measures(SplittableRandom random) {
    Map<LatencyKind, Latency> latencies = new EnumMap<>(LatencyKind.class);
    for (LatencyKind kind : LatencyKind.values()) {
      if (random.nextBoolean()) {
        latencies.put(kind, latency(random, 1L << 30));
      }
    }
    return Window.of(
        random.nextInt(1_000) / 4.0, // sums of quarters are exact
        counts(random),
        latencies,
        Unfinished.NOTHING);
  }

  private static Counts counts(SplittableRandom random) {
    return Counts.of(counter -> random.nextLong(1L << 40));
  }

  private static Unfinished unfinished(SplittableRandom random) {
    Map<Cause, Long> missing = new EnumMap<>(Cause.class);
    for (Cause cause : Cause.values()) {
      if (random.nextBoolean()) {
        missing.put(cause, random.nextLong(1, 9));
      }
    }
    return new Unfinished(random.nextInt(9), random.nextInt(9), missing, random.nextLong(1_000));
  }

  private static Latency latency(SplittableRandom random, long belowNanos) {
    Histogram histogram = histogram();
    for (int n = random.nextInt(1, 200); n > 0; n--) {
      histogram.recordValue(random.nextLong(belowNanos));
    }
    return Latency.of(histogram);
  }

  private static Histogram histogram() {
    Histogram histogram = new Histogram(2);
    histogram.setAutoResize(true);
    return histogram;
  }
}
