package dev.sluice.core.worker;

import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.LiveRate;
import dev.sluice.core.pacing.Pacer;
import dev.sluice.core.pacing.Pacing;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.core.pacing.WakeSlot;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.stats.WorkloadStats;
import dev.sluice.core.stats.WorkloadStats.Reading;
import dev.sluice.core.time.SimulatedClock;
import dev.sluice.core.time.WaitPoint;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The life of one worker from start to end in simulated time, on the test's thread: the real loop,
 * pacer, recovery and statistics around a worker that does what a test says.
 */
public final class SimulatedLife extends IgnoredEvents {

  public final SimulatedClock clock = new SimulatedClock();
  public final long startNanos = clock.nanos();
  public final LiveRate liveRate;
  public final WorkloadStats stats = new WorkloadStats(false);

  private final Pacer pacer;
  private final WaitPoint waitPoint = new WaitPoint(clock);
  private final WorkerThread thread;
  private Consumer<WorkerState> states = state -> {};
  private Consumer<ConnectionChange> changes = change -> {};

  /**
   * @param count how many iterations it does, 0 for no limit
   */
  public SimulatedLife(
      Worker worker, Pacing pacing, CatchUp catchUp, long count, Disconnects disconnects) {
    SplittableRandom random = new SplittableRandom(1);
    WorkerStats workerStats = new WorkerStats();
    liveRate = new LiveRate(startNanos, PacingQuantum.EXACT, catchUp);
    pacer =
        new Pacer(
            liveRate,
            Arrivals.UNIFORM.sequence(random),
            pacing,
            WakeSlot.ofWorker(0),
            waitPoint,
            clock,
            workerStats);
    thread =
        new WorkerThread(
            "w-1",
            worker,
            new WorkerLoop(worker, pacer, clock, workerStats, count, disconnects.every()),
            waitPoint,
            workerStats,
            pacer,
            disconnects.pause(),
            Duration.ZERO,
            stats.errors(),
            ErrorPolicy.CONTINUE,
            Backoff.toConnect(random),
            Backoff.toTryAgain(random),
            new AttemptRate(1_000, startNanos),
            clock,
            this);
    stats.join("w-1", workerStats, pacer, count);
    liveRate.join(pacer);
  }

  /** Is told of each state the worker enters. */
  public SimulatedLife onStates(Consumer<WorkerState> told) {
    states = told;
    return this;
  }

  /** Is told of what happens to the connection. */
  public SimulatedLife onConnection(Consumer<ConnectionChange> told) {
    changes = told;
    return this;
  }

  /** Does something this many seconds after the start. */
  public SimulatedLife at(double seconds, Runnable task) {
    clock.at(startNanos + (long) (seconds * 1e9), task);
    return this;
  }

  public void stop() {
    thread.stop();
  }

  /** Until it is stopped, or has done its count. */
  public SimulatedLife run() {
    thread.run();
    return this;
  }

  public double seconds() {
    return (clock.nanos() - startNanos) / 1e9;
  }

  public Reading read() {
    return stats.read(clock::nanos);
  }

  @Override
  public void changed(WorkerThread worker, WorkerState from, WorkerState to) {
    if (worker.ended()) {
      liveRate.leave(pacer, clock.nanos());
      worker.stats().end(clock.nanos(), to == WorkerState.FAILED);
    }
    states.accept(to);
  }

  @Override
  public void connectionChanged(WorkerThread worker, ConnectionChange change) {
    changes.accept(change);
  }
}
