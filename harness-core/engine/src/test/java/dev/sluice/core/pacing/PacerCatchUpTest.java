package dev.sluice.core.pacing;

import static dev.sluice.core.pacing.Times.ROUNDING;
import static dev.sluice.core.pacing.Times.assertClose;
import static dev.sluice.core.pacing.Times.multiplesOf;
import static dev.sluice.core.time.Nanos.MILLI;
import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Iterations that fell due while their worker was busy. */
class PacerCatchUpTest {

  @Test
  void aLateWorkerRunsWhatIsDueAtOnce() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(100);
    worker.stalling(50, 500 * MILLI);
    worker.run(9.999);
    assertThat(worker.iterations).isEqualTo(1000);
    assertThat(worker.dropped).isZero();
    long[] started = worker.started();
    assertThat(Arrays.copyOfRange(started, 51, 101)).as("the backlog").containsOnly(SECOND);
    assertClose(worker.intended(), ROUNDING, multiplesOf(10 * MILLI, 1000));
  }

  @ParameterizedTest
  @CsvSource({"0, 1.5", "10, 1.5", "250, 3", "1000, 5", "1000, 1.0001", "3000, 120"})
  void droppedAfterAStallEqualsTheShortfall(long catchUpMillis, double stallSeconds) {
    CatchUp catchUp = new CatchUp(catchUpMillis * MILLI);
    SimulatedWorker worker = SimulatedWorker.alone(catchUp).startingAt(100);
    long stallNanos = (long) (stallSeconds * SECOND);
    worker.stalling(50, stallNanos);
    worker.run(199.999);
    assertThat(worker.iterations + worker.dropped).isEqualTo(20_000);
    assertThat((double) worker.dropped)
        .isCloseTo((stallNanos - catchUp.limitNanos()) / 1e9 * 100, within(1.0));
    assertThat(worker.longestLatenessNanos)
        .isLessThanOrEqualTo(Math.max(catchUp.limitNanos(), 10 * MILLI));
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "10000000, 1", "10000001, 2"})
  void whatIsAsOldAsTheLimitIsMadeUpAndWhatIsOlderIsNot(long olderNanos, long dropped) {
    SimulatedWorker worker = SimulatedWorker.alone(new CatchUp(250 * MILLI)).startingAt(100);
    worker.stalling(50, 260 * MILLI + olderNanos); // the next one is due after 10 ms of it
    worker.run(2);
    assertThat(worker.dropped).isEqualTo(dropped);
  }

  @Test
  void theLimitOfABacklogBeginsWhereTheQuantumEnds() {
    PacingQuantum quantum = new PacingQuantum(20 * MILLI);
    CatchUp catchUp = new CatchUp(100 * MILLI);
    SimulatedWorker worker = new SimulatedWorker(0, 1, quantum, catchUp).startingAt(1000);
    worker.stalling(500, SECOND).run(3);
    long oldest = worker.started()[501] - worker.intended()[501];
    assertThat(oldest).isBetween(119 * MILLI, 120 * MILLI);
    assertThat(worker.intended()[501] - worker.intended()[500])
        .as("all between was dropped")
        .isCloseTo((worker.dropped + 1) * MILLI, within(ROUNDING));
  }

  @Test
  void withoutCatchUpOnlyTheLastDueIsRunAfterAStall() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.NONE).startingAt(100);
    worker.stalling(50, 2 * SECOND + 3 * MILLI);
    worker.run(9.999);
    assertThat(worker.dropped).isEqualTo(199);
    assertThat(worker.intended()[51]).isEqualTo(2500 * MILLI);
    assertThat(worker.started()[51]).isEqualTo(2503 * MILLI);
    assertThat(worker.started()[52]).isEqualTo(2510 * MILLI);
  }

  @Test
  void unlimitedCatchUpGivesUpNothing() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(100);
    worker.stalling(50, 3600 * SECOND);
    worker.run(3700.001);
    assertThat(worker.dropped).isZero();
    assertClose(worker.intended(), ROUNDING, multiplesOf(10 * MILLI, 370_001));
  }

  @Test
  void aBacklogKeepsItsIntendedTimesThroughAChangeDuringAStall() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(100);
    worker.at(0.7, () -> worker.turn(new ConstantRate(1000)));
    worker.stalling(50, 300 * MILLI); // from 0.5 s to 0.8 s
    worker.run(0.9995);
    long[] expected =
        LongStream.concat(
                Arrays.stream(multiplesOf(10 * MILLI, 70)),
                Arrays.stream(multiplesOf(MILLI, 300)).map(t -> 700 * MILLI + t))
            .toArray();
    assertClose(worker.intended(), ROUNDING, expected);
  }

  @Test
  void aBacklogEndsWhereUnlimitedBegins() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.UNLIMITED).startingAt(100);
    worker
        .at(0.8, () -> worker.turn(NoSchedule.UNTHROTTLED))
        .at(2.001, () -> worker.turn(new ConstantRate(100)))
        .iterating(number -> worker.clock.advance(number == 50 ? 300 * MILLI : MILLI / 10))
        .run(3);
    assertThat(Starts.of(worker).between(2.0012, 3)).isCloseTo(100, within(1L));
    assertThat(worker.dropped).as("due before 0.8 s").isEqualTo(80 - 51);
  }

  @Test
  void aBacklogWaitsForTheEndOfAPause() {
    SimulatedWorker worker = SimulatedWorker.alone(CatchUp.DEFAULT).startingAt(100);
    worker.at(0.7, worker::pause).at(5, worker::resume);
    worker.stalling(50, 300 * MILLI); // from 0.5 s to 0.8 s
    worker.run(5.9995);
    assertThat(Starts.of(worker).between(0.5, 4.999)).isZero();
    assertThat(worker.iterations).isEqualTo(70 + 1 + 99);
    assertThat(worker.intended()[51]).as("due when it ended").isEqualTo(5 * SECOND);
  }
}
