package dev.sluice.core.pacing;

import static dev.sluice.core.pacing.Times.ROUNDING;
import static dev.sluice.core.pacing.Times.assertClose;
import static dev.sluice.core.pacing.Times.multiplesOf;
import static dev.sluice.core.time.Nanos.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.PacingQuantum.WakeSlot;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.pacing.RateCurve.NoSchedule;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that wake at most once per quantum. */
class PacerQuantumTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 5, 20})
  void withAQuantumWorkersWakeAtMostOncePerQuantumAndDoAllTheSame(long quantumMillis) {
    int workers = 9;
    double rate = 1380;
    double seconds = 10;
    PacingQuantum quantum = new PacingQuantum(quantumMillis * MILLI);
    long total = 0;
    for (int k = 0; k < workers; k++) {
      SimulatedWorker worker =
          new SimulatedWorker(k, workers, quantum, CatchUp.DEFAULT).startingAt(rate);
      worker.clock.oversleepBy(SimulatedWorker.OVERSLEEP_NANOS);
      for (int i = 0; i < 1000; i++) { // woken in between, it goes on waiting
        worker.at(i * 0.00777, () -> {});
      }
      // then a last look, so that what waited for the quantum is done
      worker.at(seconds, worker::pause).run(seconds + 1);
      total += worker.iterations;
      assertThat(worker.wakeUps).isLessThanOrEqualTo((long) (seconds * 1000 / quantumMillis) + 1);
      assertThat(worker.longestLatenessNanos)
          .isLessThanOrEqualTo(quantum.fixedNanos() + SimulatedWorker.OVERSLEEP_NANOS);
      assertThat(worker.dropped).isZero();
      assertThat(worker.intendedAlwaysIncreased).isTrue();
    }
    double lastQuantum = workers * rate * quantumMillis / 1000;
    assertThat((double) total)
        .isBetween(workers * rate * seconds - lastQuantum, workers * rate * seconds + 1);
  }

  @Test
  void withAQuantumWorkersOfOneSlotWakeTogetherAndThoseOfAnotherApart() {
    PacingQuantum quantum = new PacingQuantum(5 * MILLI);
    long[] first = wakeUps(0, quantum);
    assertThat(wakeUps(WakeSlot.SLOTS, quantum)).containsExactly(first);
    assertThat(Arrays.stream(wakeUps(1, quantum)).filter(t -> contains(first, t))).isEmpty();
  }

  @Test
  void whatWaitsForTheQuantumIsNotABacklog() {
    PacingQuantum quantum = new PacingQuantum(20 * MILLI);
    SimulatedWorker worker = new SimulatedWorker(0, 1, quantum, CatchUp.NONE).startingAt(1000);
    worker.run(9.9995);
    assertThat(worker.dropped).isZero();
    assertThat(worker.iterations).isBetween(9980L, 10_000L);
  }

  @Test
  void whatWaitsForTheQuantumKeepsItsIntendedTimesThroughAChange() {
    PacingQuantum quantum = new PacingQuantum(100 * MILLI);
    SimulatedWorker worker = new SimulatedWorker(0, 1, quantum, CatchUp.NONE).startingAt(100);
    worker.at(1.055, () -> worker.turn(new ConstantRate(50)));
    worker.at(1.995, worker::pause).run(2);
    // the change left half an interval over
    long[] after = LongStream.range(0, 47).map(i -> (1_065 + i * 20) * MILLI).toArray();
    long[] all =
        LongStream.concat(LongStream.of(multiplesOf(10 * MILLI, 106)), LongStream.of(after))
            .toArray();
    assertClose(Arrays.copyOf(worker.intended(), 130), ROUNDING, Arrays.copyOf(all, 130));
    assertThat(worker.dropped).isZero();
  }

  @Test
  void aChangeIsSeenWithinTheQuantum() {
    PacingQuantum quantum = new PacingQuantum(Duration.ofSeconds(1).toNanos());
    SimulatedWorker worker = new SimulatedWorker(0, 1, quantum, CatchUp.UNLIMITED).startingAt(100);
    worker.at(3.5, () -> worker.turn(NoSchedule.UNTHROTTLED));
    worker.iterating(number -> worker.clock.advance(MILLI)).run(3.6);
    assertThat(Starts.of(worker).between(3.5, 3.6)).isCloseTo(100, within(1L));
  }

  /** When a worker of 100 wakes in a second, its phase being what it may. */
  private static long[] wakeUps(int index, PacingQuantum quantum) {
    SimulatedWorker worker = new SimulatedWorker(index, 100, quantum, CatchUp.DEFAULT);
    // from 10 ms on, when each has been due
    return Arrays.stream(worker.startingAt(1380).run(1).started())
        .filter(nanos -> nanos > 10 * MILLI)
        .distinct()
        .toArray();
  }

  private static boolean contains(long[] sorted, long value) {
    return Arrays.binarySearch(sorted, value) >= 0;
  }
}
