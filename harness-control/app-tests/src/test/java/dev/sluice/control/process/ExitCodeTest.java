package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Outcome;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodeTest {

  /** The gravest objective decides; what else failed counts where all were met. */
  @ParameterizedTest
  @CsvSource({
    "MET, MET, true, 0",
    "MET, MET, false, 1",
    "MET, NOT_JUDGED, true, 5",
    "NOT_JUDGED, MET, false, 5",
    "NOT_JUDGED, MISSED, true, 4",
  })
  void theGravestObjectiveDecides(Outcome one, Outcome other, boolean clean, int code) {
    List<ObjectiveResult> results =
        Stream.of(one, other).map(each -> new ObjectiveResult("w p99 < 1ms", each, "")).toList();
    assertThat(ExitCode.of(Outcome.of(results), clean)).isEqualTo(code);
  }
}
