package dev.sluice.core.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MeasuresTest {

  private static final long TWO_SECONDS = 2_000_000_000L;

  private static Measures measures(double asked, Map<Counter, Long> counts) {
    return new Measures(asked, Counts.of(counter -> counts.getOrDefault(counter, 0L)), Map.of());
  }

  private static Latency latency(long nanos) {
    Histogram histogram = LatencyCounts.newHistogram();
    histogram.recordValue(nanos);
    return Latency.of(histogram);
  }

  @Test
  void ratesAreOfTheSecondsOfThePeriod() {
    Measures measures = measures(30, Map.of(Counter.DONE, 20L, Counter.ITERATIONS, 24L));

    assertThat(measures.targetPerSecond(TWO_SECONDS)).isEqualTo(15);
    assertThat(measures.achievedPerSecond(TWO_SECONDS)).isEqualTo(10);
    assertThat(measures.attemptedPerSecond(TWO_SECONDS)).isEqualTo(12);
    assertThat(measures.achievedPerSecond(0)).isZero();
  }

  @Test
  void theRatioIsAchievedOverTarget() {
    Measures measures = measures(100.5, Map.of(Counter.DONE, 60L, Counter.DUE, 70L));
    assertThat(measures.ratio())
        .isEqualTo(measures.achievedPerSecond(TWO_SECONDS) / measures.targetPerSecond(TWO_SECONDS));
    assertThat(measures(0, Map.of(Counter.DONE, 60L)).ratio()).isEqualTo(1);
  }

  @Test
  void thereIsATargetIfTheRateAskedForAnything() {
    assertThat(Measures.none().hadTarget()).isFalse();
    assertThat(Measures.none().asking(0.25).hadTarget()).isTrue();
    assertThat(Measures.none().asking(0.25).plus(Measures.none().asking(0.5)).asked())
        .isEqualTo(0.75);
  }

  @Test
  void timesOfWholeIterationsAreAlwaysShownAndPartsIfThereWereAny() {
    Measures measures =
        new Measures(
            0,
            Counts.ZERO,
            Map.of(
                LatencyKind.SERVICE, latency(5),
                LatencyKind.PUT, latency(3),
                LatencyKind.GET, Latency.NONE));

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
    Measures measures =
        new Measures(0, Counts.ZERO, Map.of(LatencyKind.SERVICE, Latency.of(histogram)));

    assertThat(measures.inFlight(TWO_SECONDS)).isCloseTo(3, withinPercentage(1));
    assertThat(measures.inFlight(0)).isZero();
    assertThat(Measures.none().inFlight(TWO_SECONDS)).isZero();
  }
}
