package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.RateCurve;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The rate after a change of it has been undone, where there was a ramp. */
class TargetStateTest {

  private static final long SECOND_NANOS = 1_000_000_000L;

  @Test
  void aRampThatWasCutOffStaysWhereItWas() {
    TargetState before =
        new TargetState(true, new RateCurve.LinearRamp(1000, 2000, 10), 2, false, 0)
            .at(4 * SECOND_NANOS);
    TargetState cutOff =
        before.changed(new RateChange.ToPerWorker(10), Duration.ZERO, "w", 4 * SECOND_NANOS);
    TargetState undone = cutOff.withRateOf(before, 7 * SECOND_NANOS);
    assertThat(undone.inTotal()).isTrue();
    assertThat(undone.rampLeft()).isZero();
    assertThat(undone.totalPerSecond()).isCloseTo(1400, within(1e-6));
    assertThat(cutOff.withRateOf(before, 11 * SECOND_NANOS).totalPerSecond())
        .as("the ramp would have ended by now")
        .isCloseTo(2000, within(1e-6));
  }

  @Test
  void aRampFromNothingBegins() {
    TargetState before = TargetState.of(new RateTarget.Total(100), Duration.ofSeconds(10), 2);
    TargetState changed = before.changed(new RateChange.ToTotal(5), Duration.ZERO, "w", 0);
    TargetState undone = changed.beginning(0).withRateOf(before, SECOND_NANOS);
    assertThat(undone.rampLeft()).isEqualTo(Duration.ofSeconds(10));
    assertThat(undone.finalTotalPerSecond()).isEqualTo(100);
  }
}
