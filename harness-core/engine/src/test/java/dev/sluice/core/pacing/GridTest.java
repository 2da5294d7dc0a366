package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingQuantum.WakeSlot;
import dev.sluice.core.pacing.RateCurve.ConstantRate;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.time.SimulatedClock;
import dev.sluice.core.time.WaitPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GridTest {

  private static final double TOTAL_PER_SECOND = 1000;
  private static final int CHANGES = 60;
  private static final double ROUNDING_NANOS = 10;

  private final SimulatedClock clock = new SimulatedClock();
  private final LiveRate liveRate =
      new LiveRate(clock.nanos(), PacingQuantum.EXACT, CatchUp.DEFAULT);
  private final List<Pacer> everybody = new ArrayList<>();
  private final List<Pacer> present = new ArrayList<>();
  private final List<Long> due = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void aTotalStaysEvenWhileWorkersComeAndGo(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long startNanos = clock.nanos();
    change(random);
    liveRate.turn(new ConstantRate(TOTAL_PER_SECOND / present.size()), startNanos);
    liveRate.start(startNanos);
    for (int i = 0; i < CHANGES; i++) {
      clock.advance(random.nextLong(SECOND / 20));
      collect();
      assertThat(everybody.stream().mapToLong(this::dueByNow).sum()).isEqualTo(due.size());
      change(random);
      liveRate.deal(workers -> new ConstantRate(TOTAL_PER_SECOND / workers), clock.nanos());
    }
    due.sort(null);
    for (int i = 0; i < due.size(); i++) {
      assertThat((double) (due.get(i) - startNanos))
          .as("iteration %d of all", i)
          .isCloseTo(i * SECOND / TOTAL_PER_SECOND, within(ROUNDING_NANOS));
    }
  }

  private void collect() {
    Schedule schedule = liveRate.schedule();
    for (Pacer worker : present) {
      ArrivalSequence arrivals = worker.arrivals();
      arrivals.follow();
      while (schedule.dueNanos(arrivals.next()) <= clock.nanos()) {
        due.add(schedule.dueNanos(arrivals.next()));
        arrivals.advance();
      }
    }
  }

  private long dueByNow(Pacer worker) {
    return worker.arrivals().dueBy(liveRate.schedule(), clock.nanos());
  }

  /** Some workers leave, and then some join. */
  private void change(SplittableRandom random) {
    for (int leaving = random.nextInt(present.size() + 1); leaving > 0; leaving--) {
      liveRate.leave(present.remove(random.nextInt(present.size())), clock.nanos());
    }
    for (int joining = random.nextInt(1, 6); joining > 0; joining--) {
      Pacer worker =
          new Pacer(
              liveRate,
              Arrivals.UNIFORM.sequence(random),
              Pacing.SCHEDULE,
              new WakeSlot(0),
              new WaitPoint(clock),
              clock,
              new WorkerStats());
      present.add(worker);
      everybody.add(worker);
      liveRate.join(worker);
    }
  }
}
