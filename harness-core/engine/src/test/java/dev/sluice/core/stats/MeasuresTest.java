package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MeasuresTest {

  private static final long TWO_SECONDS = 2_000_000_000L;

  private static Window measures(double asked, Map<Counter, Long> counts) {
    return Window.of(asked, Counts.of(counts), Map.of(), Unfinished.NOTHING).lasting(TWO_SECONDS);
  }

  private static Latency latency(long nanos) {
    Histogram histogram = LatencyCounts.newHistogram();
    histogram.recordValue(nanos);
    return Latency.of(histogram);
  }

  @Test
  void ratesAreOfTheSecondsOfThePeriod() {
    Window measures = measures(30, Map.of(Counter.DONE, 20L, Counter.ITERATIONS, 24L));

    assertThat(measures.targetPerSecond()).isEqualTo(15);
    assertThat(measures.achievedPerSecond()).isEqualTo(10);
    assertThat(measures.attemptedPerSecond()).isEqualTo(12);
    assertThat(measures.lasting(0).achievedPerSecond()).isZero();
  }

  @Test
  void theRatioIsAchievedOverTarget() {
    Window measures = measures(100.5, Map.of(Counter.DONE, 60L, Counter.DUE, 70L));
    assertThat(measures.ratio())
        .isEqualTo(measures.achievedPerSecond() / measures.targetPerSecond());
    assertThat(measures(0, Map.of(Counter.DONE, 60L)).ratio()).isEqualTo(1);
  }

  @Test
  void thereIsATargetIfTheRateAskedForAnything() {
    assertThat(Window.none("").hadTarget()).isFalse();
    assertThat(Window.none("").asking(0.25).hadTarget()).isTrue();
    assertThat(Window.none("").asking(0.25).plus(Window.none("").asking(0.5)).asked())
        .isEqualTo(0.75);
  }

  @Test
  void timesOfWholeIterationsAreAlwaysShownAndPartsIfThereWereAny() {
    Window measures =
        Window.of(
            0,
            Counts.ZERO,
            Map.of(
                LatencyKind.SERVICE, latency(5),
                LatencyKind.PUT, latency(3),
                LatencyKind.GET, Latency.NONE),
            Unfinished.NOTHING);

    assertThat(measures.shown())
        .containsOnlyKeys(
            LatencyKind.LATENCY, LatencyKind.SERVICE, LatencyKind.LATENESS, LatencyKind.PUT);
    assertThat(measures.parts()).containsOnlyKeys(LatencyKind.PUT);
    assertThat(measures.headlineLatency()).isEqualTo(latency(5));
  }

  @Test
  void onAverageRateTimesServiceTimeIsUnderWay() {
    Histogram histogram = LatencyCounts.newHistogram();
    histogram.recordValueWithCount(1_000, 3_000_000);
    histogram.recordValueWithCount(3_000, 1_000_000);
    Window measures =
        Window.of(
                0,
                Counts.ZERO,
                Map.of(LatencyKind.SERVICE, Latency.of(histogram)),
                Unfinished.NOTHING)
            .lasting(TWO_SECONDS);

    assertThat(measures.inFlight()).isCloseTo(3, withinPercentage(1));
    assertThat(measures.lasting(0).inFlight()).isZero();
    assertThat(Window.none("").lasting(TWO_SECONDS).inFlight()).isZero();
  }
}
