package dev.sluice.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.Profile;
import dev.sluice.core.pacing.Profile.Point;
import dev.sluice.core.pacing.RateCurve;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rate after a change of it has been undone, where there was a ramp; and profiles. */
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

  private static final TargetState DAY =
      TargetState.of(
              new RateTarget.Along(
                  Profile.through(List.of(new Point(0, 100), new Point(10, 200), new Point(10, 0))),
                  ""),
              Duration.ZERO,
              4)
          .beginning(0);

  @Test
  void aProfileIsTheTotalAndWaitsInAPause() {
    assertThat(DAY.perWorker(5 * SECOND_NANOS).iterationsAt(1)).isCloseTo(155 / 4.0, within(1e-9));
    TargetState held = DAY.paused(true, 5 * SECOND_NANOS).paused(false, 60 * SECOND_NANOS);
    assertThat(held.totalPerSecond()).isCloseTo(150, within(1e-9));
    assertThat(held.text())
        .isEqualTo("37.50/s per worker, 150.00/s in total, on a profile for 5 s");
    assertThat(held.withWorkers(3).totalPerSecond()).isCloseTo(150, within(1e-9));
    assertThat(held.dueWithin(Duration.ofSeconds(20))).isCloseTo(875, within(1e-9));
    TargetState after = DAY.at(20 * SECOND_NANOS);
    assertThat(after.isUnlimited()).as("nothing is due, which is not no target").isFalse();
    assertThat(after.totalPerSecond()).isZero();
  }

  @Test
  void aChangeEndsAProfileAndItsUndoingGoesOnWithIt() {
    long nanos = 5 * SECOND_NANOS;
    TargetState more = DAY.changed(new RateChange.ByPercent(10), Duration.ZERO, "w", nanos);
    assertThat(more.totalPerSecond()).isCloseTo(165, within(1e-9));
    assertThat(more.at(9 * SECOND_NANOS).totalPerSecond()).isCloseTo(165, within(1e-9));
    TargetState ramp =
        DAY.changed(new RateChange.ToTotal(50), Duration.ofSeconds(2), "w", nanos)
            .at(6 * SECOND_NANOS);
    assertThat(ramp.totalPerSecond()).isCloseTo(100, within(1e-9));
    TargetState undone = more.withRateOf(DAY.at(nanos), 8 * SECOND_NANOS);
    assertThat(undone.totalPerSecond()).isCloseTo(180, within(1e-9));
    assertThat(undone.profile()).isPresent();
  }
}
