package dev.sluice.control.scenario.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Measures;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObjectiveTest {

  private static final long SECOND_NANOS = 1_000_000_000L;

  /** 998 of 1,000 in a second, 5 ms each; two errors, one message lost. */
  private static final Window WINDOW =
      new Window(
          new Measures(
              1_000,
              Counts.of(
                  Map.of(
                      Counter.ITERATIONS,
                      998L,
                      Counter.DONE,
                      998L,
                      Counter.ERRORS,
                      2L,
                      Counter.GIVEN_UP,
                      1L)),
              Map.of(
                  LatencyKind.LATENCY,
                  histogram(5_000_000, 998),
                  LatencyKind.SERVICE,
                  histogram(4_000_000, 998))),
          SECOND_NANOS,
          2,
          Optional.of(
              DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, 998L, DeliveryFigure.LOST, 1L))),
          Optional.of(Duration.ofSeconds(45)),
          new ObservedFigures(Map.of("depth", 12.0, "host", 3.0), Map.of("host", 0.75)));

  private static Latency histogram(long valueNanos, long count) {
    Histogram histogram = new Histogram(2);
    histogram.setAutoResize(true);
    histogram.recordValueWithCount(valueNanos, count);
    return Latency.of(histogram);
  }

  @ParameterizedTest
  @CsvSource({"depth, false, 12", "host, false, 3", "host, true, 0.75"})
  void anObserverIsAFigureToo(String observer, boolean share, double value) {
    assertThat(new Figure.OfObserver(observer, share).in(WINDOW)).hasValue(value);
    assertThat(new Figure.OfObserver("depth", true).in(WINDOW)).isEmpty();
    assertThat(new Figure.OfObserver("other", share).in(WINDOW)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "p99 < 20ms, true",
    "p99 < 4ms, false",
    "p99.9 <= 6ms, true",
    "max > 1ms, true",
    "achieved/target >= 0.998, true",
    "achieved/target >= 0.999, false",
    "achieved/target >= 99%, true",
    "achieved > 997, true",
    "backlog == 2, true",
    "errors == 0, false",
    "given-up <= 1, true",
    "lost == 0, false",
    "duplicates == 0, true",
    "recovery < 60s, true",
    "recovery < 45s, false"
  })
  void aFigureIsHeldAgainstItsLimit(String objective, boolean met) {
    assertThat(Objective.parse(objective).metBy(WINDOW)).isEqualTo(met);
  }

  @Test
  void theFigureIsShownInItsUnit() {
    assertThat(Objective.parse("achieved/target >= 0.999").judge("", "senders", WINDOW).line())
        .isEqualTo("FAIL senders achieved/target >= 0.999: 0.9980");
    assertThat(Objective.parse("p99 < 20ms").judge("2 QMs", "senders", WINDOW).line())
        .startsWith("PASS 2 QMs: senders p99 < 20ms: 5.0");
  }

  @Test
  void whatWasNotMeasuredIsNotMet() {
    Window nothing =
        new Window(
            Measures.none(),
            SECOND_NANOS,
            0,
            Optional.empty(),
            Optional.empty(),
            ObservedFigures.NONE);
    assertThat(Objective.parse("p99 < 20ms").judge("", "a", nothing))
        .isEqualTo(new Judgement("a p99 < 20ms", false, "was not measured"));
    assertThat(Objective.parse("lost == 0").metBy(nothing)).isFalse();
  }

  @Test
  void anUnknownFigureIsNamedWithTheNearest() {
    assertThatThrownBy(() -> Objective.parse("p9 < 1s"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("did you mean");
  }
}
