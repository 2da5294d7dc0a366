package dev.sluice.core.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulatedClockTest {

  private final SimulatedClock clock = new SimulatedClock();
  private final long start = clock.nanos();
  private final List<Long> ranAt = new ArrayList<>();

  @Test
  void aParkEndsAtItsDeadline() {
    clock.parkUntil(start + 100);
    assertThat(clock.nanos()).isEqualTo(start + 100);
  }

  @Test
  void aParkToThePastTakesNoTime() {
    clock.parkUntil(start - 1);
    assertThat(clock.nanos()).isEqualTo(start);
  }

  @Test
  void aParkEndsLateByTheOversleep() {
    clock.oversleepBy(7);
    clock.parkUntil(start + 100);
    assertThat(clock.nanos()).isEqualTo(start + 107);
  }

  @Test
  void anActionEndsAParkAtItsTime() {
    clock.oversleepBy(7);
    clock.at(start + 40, () -> ranAt.add(clock.nanos()));
    clock.parkUntil(start + 100);
    assertThat(clock.nanos()).isEqualTo(start + 40);
    assertThat(ranAt).containsExactly(start + 40);
  }

  @Test
  void actionsRunAtTheirTimesInOrderWhileTimePasses() {
    clock.at(start + 40, () -> ranAt.add(clock.nanos()));
    clock.at(start + 20, () -> ranAt.add(clock.nanos()));
    clock.at(start + 101, () -> ranAt.add(clock.nanos()));
    clock.advance(100);
    assertThat(clock.nanos()).isEqualTo(start + 100);
    assertThat(ranAt).containsExactly(start + 20, start + 40);
  }

  @Test
  void aParkThatNothingEndsIsAnError() {
    assertThatThrownBy(() -> clock.parkUntil(NanoClock.NEVER))
        .isInstanceOf(IllegalStateException.class);
  }
}
