package dev.sluice.control.scenario.running;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.ObjectiveState;
import dev.sluice.control.format.ObjectiveState.Outlook;
import dev.sluice.control.format.ObjectiveState.Trend;
import dev.sluice.control.measure.Objective;
import dev.sluice.control.scenario.model.Scenario.Goal;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Latency;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An objective stands as it would be judged if the run ended now. */
class LiveObjectivesTest {

  private static final long SECOND_NANOS = 1_000_000_000L;

  private int number;

  @ParameterizedTest
  @CsvSource({
    "p99 < 20ms, 10, 100, HOLDS",
    "p99 < 20ms, 19, 100, NEAR",
    "p99 < 20ms, 21, 100, MISSED",
    "achieved/target >= 0.9, 1, 100, HOLDS",
    "achieved/target >= 0.9, 1, 90, NEAR",
    "achieved/target >= 0.9, 1, 89, MISSED",
    "achieved > 50, 1, 100, HOLDS",
    "achieved > 50, 1, 51, NEAR",
    "errors == 0, 1, 100, HOLDS",
    "recovery < 5s, 1, 100, UNKNOWN",
    "lost == 0, 1, 100, UNKNOWN",
  })
  void itStandsByWhatWasMeasured(String text, long millis, long done, Outlook outlook) {
    LiveObjectives objectives = objectives(text);
    assertThat(state(objectives).state())
        .isEqualTo(text.startsWith("errors") ? Outlook.HOLDS : before(text));
    objectives.interval(interval(false, millis, done));
    assertThat(state(objectives).state()).isEqualTo(outlook);
    assertThat(state(objectives).objective()).isEqualTo("w " + text);
  }

  /** Before anything is measured. */
  private static Outlook before(String text) {
    return text.startsWith("achieved >") ? Outlook.MISSED : Outlook.UNKNOWN;
  }

  @Test
  void theWarmUpIsNotJudged() {
    LiveObjectives objectives = objectives("p99 < 20ms");
    objectives.interval(interval(true, 500, 100));
    assertThat(state(objectives).state()).isEqualTo(Outlook.UNKNOWN);
    objectives.interval(interval(false, 1, 100));
    assertThat(state(objectives).state()).isEqualTo(Outlook.HOLDS);
  }

  @Test
  void theTrendIsThatOfTheLastIntervals() {
    LiveObjectives objectives = objectives("p99 < 20ms");
    for (int i = 0; i < 100; i++) {
      objectives.interval(interval(false, 5, 100));
    }
    assertThat(state(objectives).trend()).isEqualTo(Trend.STEADY);
    for (int i = 0; i < 15; i++) {
      objectives.interval(interval(false, 15, 100));
    }
    assertThat(state(objectives).trend()).isEqualTo(Trend.RISING);
    assertThat(state(objectives).values()).hasSize(30);
    assertThat(state(objectives).values().get(29).doubleValue()).isBetween(15.0, 15.2);
    for (int i = 0; i < 15; i++) {
      objectives.interval(interval(false, 2, 100));
    }
    assertThat(state(objectives).trend()).isEqualTo(Trend.FALLING);
    for (int i = 0; i < 30; i++) {
      objectives.interval(interval(false, 3, 100));
    }
    assertThat(state(objectives).trend()).as("little beside the limit").isEqualTo(Trend.STEADY);
  }

  private static LiveObjectives objectives(String text) {
    return new LiveObjectives(List.of(new Goal("w", Objective.parse(text))), Optional.empty());
  }

  private static ObjectiveState state(LiveObjectives objectives) {
    return objectives.states().get(0);
  }

  /** A second in which 100 were due. */
  private Snapshot interval(boolean warmup, long millis, long done) {
    number++;
    Histogram histogram = new Histogram(2);
    histogram.setAutoResize(true);
    histogram.recordValueWithCount(millis * 1_000_000, done);
    Window window =
        Window.of(
                100,
                Counts.of(Map.of(Counter.DONE, done, Counter.ITERATIONS, done, Counter.DUE, done)),
                Map.of(LatencyKind.LATENCY, Latency.of(histogram)),
                Unfinished.NOTHING)
            .lasting(SECOND_NANOS);
    return new Snapshot(
        number,
        Instant.EPOCH,
        number * SECOND_NANOS,
        SECOND_NANOS,
        warmup,
        "",
        0.5,
        List.of(window.as("w", SECOND_NANOS, List.of(), window.end())));
  }
}
