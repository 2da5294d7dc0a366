package dev.sluice.control.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.estimates.bottleneck.Evidence;
import dev.sluice.estimates.bottleneck.Evidence.MeasuredRun;
import dev.sluice.estimates.bottleneck.Explanation;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplanationReportTest {

  /** Without a variation nothing can be told, but that a rate was kept. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatCannotBeToldEndsWithWhatItTakes(boolean keepsRate) {
    List<MeasuredRun> base =
        List.of(new MeasuredRun(100, 4, 0.01, Map.of()), new MeasuredRun(110, 4, 0.01, Map.of()));
    Explanation explanation =
        new Explanation(new Evidence(base, Map.of(), true, keepsRate, OptionalInt.empty()));
    List<String> lines =
        new ExplanationReport("plan", "senders", Map.of(), explanation)
            .lines(3, Duration.ofSeconds(150));
    String more = "--rounds 12 takes about 10:00, and at least halves the intervals";
    assertThat(explanation.named().isPresent()).isEqualTo(keepsRate);
    assertThat(lines).last().asString().startsWith(keepsRate ? "senders of plan: " : more);
  }
}
