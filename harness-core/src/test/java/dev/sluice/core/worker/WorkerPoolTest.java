package dev.sluice.core.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.rate.Arrivals;
import dev.sluice.core.rate.CatchUp;
import dev.sluice.core.rate.Pacing;
import dev.sluice.core.rate.PacingQuantum;
import dev.sluice.core.rate.RateCurve;
import dev.sluice.core.rate.RateDial;
import dev.sluice.core.stats.WorkloadStats;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A host that has no thread left. */
class WorkerPoolTest {

  private static final class Idle implements Worker {
    @Override
    public void open() {}

    @Override
    public Outcome iterate() {
      return Outcome.DONE;
    }

    @Override
    public void close() {}
  }

  private static final class NoEvents implements WorkerEvents {
    @Override
    public void changed(WorkerThread worker, WorkerState from, WorkerState to) {}

    @Override
    public void failedToOpen(WorkerThread worker, Exception failure) {}

    @Override
    public void waitsToOpen(WorkerThread worker, Exception failure) {}

    @Override
    public void iterationFailed(WorkerThread worker, Exception failure) {}

    @Override
    public void connectionChanged(WorkerThread worker, ConnectionChange change) {}
  }

  private final NanoClock clock = NanoClock.SYSTEM;
  private final RateDial dial = new RateDial(clock.nanos(), PacingQuantum.EXACT, CatchUp.DEFAULT);
  private final WorkloadStats stats = new WorkloadStats(true);
  private final AtomicInteger threadsLeft = new AtomicInteger(3);

  /** Fails as the JVM does, when the thread starts. */
  private final ThreadFactory threads =
      task ->
          new Thread(task) {
            @Override
            public synchronized void start() {
              if (threadsLeft.decrementAndGet() < 0) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              setDaemon(true);
              super.start();
            }
          };

  private final WorkerPool pool =
      new WorkerPool(
          new WorkerSettings(
              "senders",
              index -> new Idle(),
              Arrivals.UNIFORM,
              Pacing.SCHEDULE,
              0,
              Disconnects.NEVER,
              ErrorPolicy.CONTINUE,
              ThreadKind.PLATFORM,
              StartSpec.DEFAULT),
          dial,
          stats,
          clock,
          new SplittableRandom(1),
          threads,
          new NoEvents());

  @Test
  void whoGetsNoThreadIsNowhereAndTheRestAreUp() throws InterruptedException {
    assertThatThrownBy(() -> pool.start(5, up -> {}))
        .isInstanceOf(WorkerStartException.class)
        .hasMessageContaining("3 of 5 workers of senders were started, 2 were not");
    assertThat(pool.size()).isEqualTo(3);
    assertThat(pool.up()).isEqualTo(3);
    assertThat(stats.readings(0, clock.nanos())).hasSize(3);
    dial.turn(RateCurve.constant(1), clock.nanos());
    dial.start(clock.nanos());
    assertThat(dial.members()).isEqualTo(3);
    assertThat(pool.endAll(Duration.ofSeconds(30))).isZero();
  }

  @Test
  void aFailedStartCanBeRepeatedWhenThereAreThreadsAgain() throws Exception {
    assertThatThrownBy(() -> pool.start(5, up -> {})).isInstanceOf(WorkerStartException.class);
    threadsLeft.set(2);
    pool.start(2, up -> {});
    assertThat(pool.up()).isEqualTo(5);
    assertThat(pool.endAll(Duration.ofSeconds(30))).isZero();
  }
}
