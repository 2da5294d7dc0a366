package dev.sluice.control.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.ObjectiveResult;
import dev.sluice.control.format.ObjectiveResult.Judgement;
import dev.sluice.estimates.Decision;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExitCodeTest {

  @ParameterizedTest
  @CsvSource({"EQUAL, 0, 0", "BETTER, 0, 6", "WORSE, 4, 4", "CANNOT_TELL, 5, 5"})
  void aBetterPlanIsASuccessUnlessSomebodyWantsToBeTold(Decision answer, int usual, int told) {
    assertThat(ExitCode.of(answer, ExitCode.OK)).isEqualTo(usual);
    assertThat(ExitCode.of(answer, ExitCode.BETTER)).isEqualTo(told);
  }

  /** The gravest objective decides; what else failed counts where all were met. */
  @ParameterizedTest
  @CsvSource({
    "MET, MET, true, 0",
    "MET, MET, false, 1",
    "MET, NOT_JUDGED, true, 5",
    "NOT_JUDGED, MET, false, 5",
    "NOT_JUDGED, MISSED, true, 4",
  })
  void theGravestObjectiveDecides(Judgement one, Judgement other, boolean clean, int code) {
    List<ObjectiveResult> results =
        Stream.of(one, other).map(each -> new ObjectiveResult("w p99 < 1ms", each, "")).toList();
    assertThat(ExitCode.of(Judgement.of(results), clean)).isEqualTo(code);
  }
}
