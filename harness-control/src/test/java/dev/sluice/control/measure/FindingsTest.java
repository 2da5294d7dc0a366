package dev.sluice.control.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.stats.Counter;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.stats.Unfinished;
import dev.sluice.core.stats.Window;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The peak of a curve, and its knee. */
class FindingsTest {

  private static final long SECOND = 1_000_000_000;

  @ParameterizedTest
  @CsvSource({
    // the first that is near the peak, after a rise
    "500 990 1000, 10, 12, 1",
    "500 700 960 980 1000, 10, 12, 2",
    // without errors, by its figure alone
    "500 960 1000, 0, 3, 1",
    "500 940 960 1000, 0, 3, 2",
    // 940 may be as near as 960, from which it did not move
    "500 940 960 1000, 60, 12, 1",
    // a flat curve has no knee, however it is shaken
    "985 990 1000, 100, 12, -1",
    "990 1000 1010 1000 990, 50, 12, -1",
    // nor has one that rises to its end
    "500 700 850 1000, 10, 12, -1",
    "1000 700 500, 10, 12, -1"
  })
  void aKneeIsARiseBeyondTheErrors(String rates, double noise, int seconds, int knee) {
    Findings findings = new Findings(List.of());
    SplittableRandom random = new SplittableRandom(5);
    int number = 0;
    for (String rate : rates.split(" ")) {
      IntervalSum done = new IntervalSum("w");
      for (int second = 0; second < seconds; second++) {
        done.add(interval(Math.round(Integer.parseInt(rate) + noise * random.nextGaussian())));
      }
      findings.row(
          findings.nextRow(
              "row" + number++,
              new Target("w", ""),
              Map.of(),
              done,
              Optional.empty(),
              StepRow.Beside.NOTHING,
              Map.of()));
    }
    findings.runEnded();
    String answer = findings.answers().get(0);
    assertThat(answer).startsWith("peak: ");
    if (knee < 0) {
      assertThat(answer).doesNotContain("knee");
    } else {
      assertThat(answer).contains("; knee: ").endsWith(" at row" + knee);
    }
  }

  private static Snapshot interval(long done) {
    Window window =
        Window.of(0, Counts.ZERO.with(Counter.DONE, done), Map.of(), Unfinished.NOTHING);
    return new Snapshot(
        1,
        Instant.EPOCH,
        SECOND,
        SECOND,
        false,
        "",
        0.5,
        List.of(window.as("w", SECOND, List.of(), window.end())));
  }
}
