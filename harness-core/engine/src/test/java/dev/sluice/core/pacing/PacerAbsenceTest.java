package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import org.junit.jupiter.api.Test;

/** What a worker owes that goes away, comes back or ends. It is due 10 times a second. */
class PacerAbsenceTest {

  private static final int LEAVING = 20; // the iteration due at 2 s, which takes a second

  private final SimulatedWorker worker = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(10);

  @Test
  void whoGoesGivesUpWhatItOwesAndOwesNothingUntilItIsBack() {
    worker.iterating(number -> leaveAfterASecond(number, () -> worker.clock.advance(5 * SECOND)));
    for (double seconds = 3.05; seconds < 8; seconds += 0.5) {
      double now = seconds;
      worker.at(now, () -> assertOwed(now, 31, 30));
    }
    worker.run(9.95);
    assertThat(worker.dropped).as("due at 2.1 s to 3 s").isEqualTo(10);
    assertThat(worker.iterations).as("until 2 s, and from 8 s on").isEqualTo(21 + 20);
    assertOwed(9.95, 21 + 10 + 20, 99.5 - 50);
  }

  @Test
  void whoGoesWithoutAScheduleGivesUpNothing() {
    SimulatedWorker unlimited = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(0);
    unlimited.iterating(
        number -> {
          unlimited.clock.advance(SECOND);
          unlimited.pacer.leave();
          unlimited.pacer.excuseAbsence();
        });
    unlimited.run(9.95);
    assertThat(unlimited.dropped).isZero();
    assertThat(unlimited.pacer.backlog().dueBy(unlimited.clock.nanos())).isZero();
  }

  @Test
  void aTimeWithoutAScheduleInAnAbsenceIsNotOwedEither() {
    worker.at(4, () -> worker.turn(NoSchedule.UNTHROTTLED));
    worker.at(5, () -> worker.turn(new ConstantRate(10)));
    worker.iterating(number -> leaveAfterASecond(number, () -> worker.clock.advance(5 * SECOND)));
    worker.run(9.95);
    assertThat(worker.dropped).isEqualTo(10);
    assertThat(worker.iterations).isEqualTo(21 + 20);
    assertOwed(9.95, 21 + 10 + 20, 89.5 - 40);
  }

  @Test
  void absencesAddUp() {
    for (int before = 0; before < 3; before++) {
      double gone = 2.05 + 2 * before;
      int there = 20 + 10 * before; // N while it was there
      worker.at(gone, worker.pacer::leave);
      worker.at(gone + 0.9, () -> assertOwed(gone + 0.9, there + 1, there + 0.5));
      worker.at(gone + 1, worker.pacer::excuseAbsence);
    }
    worker.clock.advance(8 * SECOND);
    assertOwed(7.99, 80 - 30, 79.9 - 30);
  }

  @Test
  void nothingIsDueAfterTheEndThatWasToldFirst() {
    worker.iterating(number -> worker.clock.advance(number == LEAVING ? 3 * SECOND : 0));
    worker.run(5);
    worker.pacer.backlog().ceaseAt(worker.startNanos + 35 * SECOND / 10);
    assertOwed(3.4, 35, 34);
    assertOwed(100, 36, 35);
    worker.pacer.backlog().ceaseAt(worker.startNanos + SECOND);
    worker.pacer.backlog().ceaseAt(worker.startNanos + 10 * SECOND);
    assertOwed(100, 36, 35);
  }

  @Test
  void whoHasEndedGivesUpNothingByGoing() {
    worker.iterating(
        number -> {
          if (number == LEAVING) {
            worker.clock.advance(SECOND);
            worker.pacer.backlog().ceaseAt(worker.clock.nanos());
            worker.pacer.leave();
          }
        });
    worker.run(2.95);
    assertThat(worker.dropped).isZero();
    assertOwed(100, 31, 30);
  }

  @Test
  void aClosedLoopIsAskedForWorkAndOwesNone() {
    SimulatedWorker thinking = SimulatedWorker.thinking(0, 1, new UniformArrivals()).startingAt(10);
    thinking.iterating(
        number -> {
          if (number == LEAVING) {
            thinking.clock.advance(SECOND);
            thinking.pacer.leave();
            thinking.clock.advance(5 * SECOND);
            thinking.pacer.excuseAbsence();
          }
        });
    thinking.run(9.95);
    assertThat(thinking.pacer.backlog().closedLoop()).isTrue();
    assertThat(worker.pacer.backlog().closedLoop()).isFalse();
    assertThat(thinking.pacer.backlog().dueBy(thinking.clock.nanos())).isZero();
    assertThat(thinking.pacer.backlog().askedBy(thinking.clock.nanos()))
        .isCloseTo(49.5, within(1e-6));
    assertThat(thinking.dropped).isZero();
  }

  private void leaveAfterASecond(long number, Runnable absence) {
    if (number == LEAVING) {
      worker.clock.advance(SECOND);
      worker.pacer.leave();
      absence.run();
      worker.pacer.excuseAbsence();
    }
  }

  /** By this many seconds after the start. */
  private void assertOwed(double seconds, long due, double asked) {
    long nanos = worker.startNanos + (long) (seconds * SECOND);
    assertThat(worker.pacer.backlog().dueBy(nanos)).as("due by %s s", seconds).isEqualTo(due);
    assertThat(worker.pacer.backlog().askedBy(nanos))
        .as("asked by %s s", seconds)
        .isCloseTo(asked, within(1e-6));
  }
}
