package dev.sluice.core.run;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.rate.CatchUp;
import dev.sluice.core.rate.ConstantRate;
import dev.sluice.core.rate.LinearRamp;
import dev.sluice.core.rate.PacingQuantum;
import dev.sluice.core.rate.RateDial;
import dev.sluice.core.rate.Unthrottled;
import dev.sluice.core.time.SimulatedClock;
import org.junit.jupiter.api.Test;

class DueCounterTest {

  private final SimulatedClock clock = new SimulatedClock();
  private final RateDial dial = new RateDial(clock.nanos(), PacingQuantum.EXACT, CatchUp.DEFAULT);
  private final DueCounter due = new DueCounter(dial);

  @Test
  void whatIsDueIsTheSumOverWorkersWhileTheyAreThere() {
    start(100, 10);
    pass(1);
    due.workers(15, clock.nanos());
    pass(2);
    due.workers(1, clock.nanos());
    pass(1);
    assertThat(now()).isEqualTo(1000 + 3000 + 100);
  }

  @Test
  void itFollowsRampsAndChanges() {
    start(100, 10);
    pass(1);
    dial.turn(new LinearRamp(100, 200, 10), clock.nanos());
    pass(10);
    assertThat(now()).isEqualTo(1000 + 15_000);
    dial.turn(new ConstantRate(1), clock.nanos());
    pass(10);
    assertThat(now()).isEqualTo(1000 + 15_000 + 100);
  }

  @Test
  void nothingIsDueInAPauseOrWithoutASchedule() {
    start(100, 10);
    pass(1);
    dial.pause(clock.nanos());
    pass(100);
    assertThat(now()).isEqualTo(1000);
    dial.resume(clock.nanos());
    pass(1);
    dial.turn(Unthrottled.INSTANCE, clock.nanos());
    pass(100);
    assertThat(now()).isEqualTo(2000);
  }

  @Test
  void ofOneWorkerItIsWhatFallsBetweenTwoTimes() {
    start(100, 10);
    pass(2);
    long fromNanos = clock.nanos();
    dial.turn(new ConstantRate(10), clock.nanos());
    pass(3);
    assertThat(due.ofOneWorker(fromNanos, clock.nanos())).isEqualTo(30);
    assertThat(due.ofOneWorker(fromNanos - SECOND, clock.nanos())).isEqualTo(130);
    assertThat(due.ofOneWorker(clock.nanos() + 1, clock.nanos())).isZero();
  }

  private void start(double rate, int workers) {
    dial.turn(new ConstantRate(rate), clock.nanos());
    dial.start(clock.nanos());
    due.workers(workers, clock.nanos());
  }

  private void pass(long seconds) {
    clock.advance(seconds * SECOND);
  }

  private double now() {
    return due.advance(clock.nanos());
  }
}
