package dev.sluice.control.analysis.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.analysis.calibrate.CalibrationResult.StepResult;
import dev.sluice.control.analysis.calibrate.Windows.Count;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowsTest {

  private static final long MILLI = 1_000_000;

  /** Windows of 100, 100 and 200 ms with rates of 1000, 1200 and 900 per second. */
  private final Windows windows =
      Windows.of(
          List.of(
              new Count(0, 0),
              new Count(100 * MILLI, 100),
              new Count(200 * MILLI, 220),
              new Count(400 * MILLI, 400)));

  @Test
  void eachWindowCountsByTheLengthItReallyHad() {
    assertThat(windows.windows())
        .extracting(Windows.Span::perSecond)
        .containsExactly(1000.0, 1200.0, 900.0);
    assertThat(windows.busiestPerSecond()).isEqualTo(1200);
  }

  @Test
  void deviationsAreFromTheTargetAndNotFromTheMean() {
    assertThat(windows.worstPercent(1000)).isCloseTo(20, within(1e-9));
    assertThat(windows.deviationPercent(1000))
        .isCloseTo(Math.sqrt((0 + 400 + 100) / 3.0), within(1e-9));
    assertThat(windows.worstPercent(1200)).isCloseTo(25, within(1e-9));
  }

  @Test
  void aCountIsHeldAgainstTheIntegralOfTheRate() {
    StepResult step = new StepResult("rate 10.00", 1000, windows, 400, 398);
    assertThat(step.countErrorPercent()).isCloseTo(-0.5, within(1e-9));
    assertThat(step.worstWindowPercent()).isCloseTo(20, within(1e-9));
  }

  @Test
  void aPauseHasNothingToDeviateFrom() {
    StepResult step = new StepResult("pause", 0, new Windows(List.of()), 0, 0);
    assertThat(step.countErrorPercent()).isZero();
    assertThat(step.worstWindowPercent()).isZero();
  }
}
