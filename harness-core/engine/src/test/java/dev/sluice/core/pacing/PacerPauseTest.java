package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.MILLI;
import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A schedule that is held. */
class PacerPauseTest {

  @Test
  void timeInAPauseIsNeitherUsedNorOwed() {
    int workers = 12;
    Starts started =
        Starts.of(
            workers,
            20,
            worker -> worker.startingAt(7.77).at(4.1, worker::pause).at(9.3, worker::resume));
    assertThat(started.between(4.1000001, 9.3)).isZero();
    started.assertEven(0, 4.1, workers * 7.77);
    started.assertEven(9.3, 20, workers * 7.77);
  }

  @Test
  void aRateThatIsChangedInAPauseHoldsFromItsEnd() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(1);
    worker
        .at(2.5, worker::pause)
        .at(3, () -> worker.turn(new ConstantRate(100)))
        .at(4, worker::resume)
        .run(4.999);
    assertThat(worker.iterations).isEqualTo(3 + 100);
  }

  @Test
  void nothingIsDueInAPauseOfWhatHadNoSchedule() {
    SimulatedWorker worker = unscheduled();
    worker.at(1, worker::pause).at(2, worker::assertOwesNothing).at(3, worker::resume).run(4);
    worker.assertOwesNothing();
    assertThat(worker.iterations).isEqualTo(2_000);
  }

  @Test
  void nothingIsDueInAPauseBeforeTheFirstRate() {
    SimulatedWorker worker = unscheduled();
    worker
        .at(1, worker::pause)
        .at(2, () -> worker.turn(new ConstantRate(10)))
        .at(2.5, worker::assertOwesNothing)
        .at(3, worker::resume)
        .run(3.95);
    assertThat(worker.iterations).isEqualTo(1_000 + 10);
  }

  /** It is due when the pause ends, and was not begun because its worker was in calls before. */
  @ParameterizedTest
  @ValueSource(doubles = {2, 4.5, 9})
  void whatAPauseHoldsBackKeepsItsCause(double pauseFrom) {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(100);
    worker
        .iterating(number -> worker.clock.advance(16 * MILLI))
        .at(pauseFrom, worker::pause)
        .at(pauseFrom + 0.7, worker::resume)
        .at(pauseFrom + 0.7, () -> worker.turn(new ConstantRate(60)))
        .run(12);
    assertThat(worker.droppedFor).containsOnlyKeys(Cause.BUSY);
  }

  @Test
  void stopEndsAPause() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(10);
    worker.at(1.05, worker::pause).run(60);
    assertThat(worker.iterations).isEqualTo(11);
    assertThat(worker.sinceStart()).isEqualTo(60 * SECOND);
  }

  /** Without a schedule, and done with an iteration each millisecond. */
  private static SimulatedWorker unscheduled() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(0);
    return worker.iterating(number -> worker.clock.advance(1_000_000));
  }
}
