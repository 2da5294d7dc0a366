package dev.sluice.core.pacing;

import static dev.sluice.core.pacing.Times.ROUNDING;
import static dev.sluice.core.pacing.Times.assertClose;
import static dev.sluice.core.pacing.Times.multiplesOf;
import static dev.sluice.core.time.Nanos.MILLI;
import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingQuantum.WakeSlot;
import dev.sluice.core.pacing.RateCurve.LinearRamp;
import dev.sluice.core.time.WaitPoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The wait of workers for their schedule, on a simulated clock. */
class PacerTest {

  @ParameterizedTest
  @CsvSource({
    "1, 0.3",
    "7, 0.3",
    "180, 0.3",
    "1, 7.77",
    "7, 7.77",
    "180, 7.77",
    "1, 1380",
    "7, 1380",
    "180, 1380",
    "180, 115",
    "3, 33333.3"
  })
  void theTotalIsExactAfterALongRun(int workers, double rate) {
    long expected = Boolean.getBoolean("soak") ? 500_000 : 100_000;
    double seconds = (expected - 0.5) / (workers * rate);
    long total = 0;
    for (int k = 0; k < workers; k++) {
      SimulatedWorker worker = SimulatedWorker.exact(k, workers).withoutRecording();
      total += worker.startingAt(rate).run(seconds).iterations;
      assertThat(worker.intendedAlwaysIncreased).isTrue();
      assertThat(worker.dropped).isZero();
    }
    assertThat(total).isEqualTo(expected);
  }

  @Test
  void nothingDriftsIn10MillionIterations() {
    double rate = 1380;
    SimulatedWorker worker = SimulatedWorker.exact(1, 3).withoutRecording().startingAt(rate);
    worker.clock.oversleepBy(SimulatedWorker.OVERSLEEP_NANOS);
    worker.iterating(
        number -> {
          if (number % 100_000 == 0) {
            long due = worker.startNanos + Math.round((number + 1 / 3.0) * 1e9 / rate);
            assertThat(worker.pacer.intendedNanos()).isCloseTo(due, within(2L));
          }
        });
    worker.run(10_000_000 / rate);
    assertThat(worker.iterations).isEqualTo(10_000_000);
    assertThat(worker.longestLatenessNanos).isEqualTo(SimulatedWorker.OVERSLEEP_NANOS);
  }

  @Test
  void unlimitedGoesAsFastAsIterationsDo() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(0);
    worker.iterating(number -> worker.clock.advance(10_000)).run(1);
    assertThat(worker.iterations).isEqualTo(100_000);
    assertThat(worker.longestLatenessNanos).isZero();
    assertThat(worker.pacer.paced()).isFalse();
  }

  @Test
  void whatFallsIntoAnAbsenceIsNotOwedAndThePhaseIsKept() {
    SimulatedWorker worker = SimulatedWorker.exact(1, 4).startingAt(10);
    worker.iterating(
        number -> {
          if (number == 20) { // due at 2.025 s
            worker.clock.advance(5 * SECOND + 50 * MILLI);
            worker.pacer.excuseAbsence();
          }
        });
    worker.run(10);
    assertThat(worker.iterations).isEqualTo(21 + 29);
    assertThat(worker.dropped).isZero();
    assertThat(worker.longestLatenessNanos).isZero();
    assertThat(Arrays.stream(worker.intended()).map(due -> due % (100 * MILLI)))
        .allSatisfy(phase -> assertThat(phase).isCloseTo(25 * MILLI, within(2L)));
  }

  @Test
  void stopEndsAWaitAtOnce() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(0.001);
    worker.run(5);
    assertThat(worker.iterations).isOne();
    assertThat(worker.sinceStart()).isEqualTo(5 * SECOND);
    assertThat(worker.pacer.awaitNext(worker.clock.nanos())).as("and every later one").isFalse();
  }

  @Test
  void aWorkerThatIsWokenForNoReasonGoesOnWaiting() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(10);
    for (int i = 0; i < 5000; i++) {
      worker.at(i * 0.00077, () -> {});
    }
    worker.run(3.999);
    assertClose(worker.started(), ROUNDING, multiplesOf(100 * MILLI, 40));
  }

  @Test
  void whoJoinsARunThatGoesOnBeginsWithTheNextScheduleAndOwesNothingFromBefore() {
    SimulatedWorker early = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(100);
    WaitPoint waitPoint = new WaitPoint(early.clock);
    early.clock.advance(10 * SECOND);
    ArrivalSequence arrivals = Arrivals.UNIFORM.sequence(null);
    Pacer late =
        new Pacer(
            early.liveRate,
            arrivals,
            Pacing.SCHEDULE,
            new WakeSlot(0),
            waitPoint,
            early.clock,
            early);
    early.clock.advance(10 * SECOND); // it connects
    early.liveRate.join(late);
    early.deal();
    assertThat(late.awaitNext(early.clock.nanos())).isTrue();
    assertThat(late.startNanos()).isEqualTo(early.startNanos + 20 * SECOND + 10 * MILLI);
    assertThat(late.intendedNanos()).isEqualTo(late.startNanos());
    assertThat(early.dropped).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0.3, 0", "7.77, 1", "115, 2", "1380, 0", "33333.3, 1"})
  void overdueIsWhatWasDueAndNotHandedOut(double rate, int worker) {
    SimulatedWorker watched =
        new SimulatedWorker(worker, 3, PacingQuantum.EXACT, CatchUp.UNLIMITED).startingAt(rate);
    List<long[]> seen = new ArrayList<>(); // time, handed out, overdue
    for (int i = 1; i < 400; i++) {
      long atNanos = watched.startNanos + i * 49_999_993L;
      watched.at(
          i * 0.049999993,
          () ->
              seen.add(
                  new long[] {
                    atNanos - watched.startNanos,
                    watched.iterations,
                    watched.pacer.backlog().dueBy(atNanos) - watched.iterations
                  }));
    }
    watched.at(5, () -> watched.turn(new LinearRamp(rate, 2 * rate, 3)));
    watched.iterating(number -> watched.clock.advance(number % 5 == 4 ? (long) (2e9 / rate) : 0));
    watched.run(25);
    long[] due = watched.intended();
    assertThat(seen).hasSizeGreaterThan(300);
    for (long[] each : seen) {
      long byThen = Arrays.stream(due).filter(nanos -> nanos <= each[0]).count();
      assertThat(each[2]).as("at %d ns", each[0]).isEqualTo(byThen - each[1]);
    }
  }
}
