package dev.sluice.core.worker;

import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.LiveRate;
import dev.sluice.core.pacing.Pacer;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Window;
import dev.sluice.core.stats.WorkloadStats;
import dev.sluice.core.time.SimulatedClock;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.core.worker.WorkerOpening.AttemptRate;
import dev.sluice.core.worker.WorkerSettings.Disconnects;
import dev.sluice.core.worker.WorkerThread.WorkerState;
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
  public final WorkloadStats stats = new WorkloadStats(false, 1);

  private final Pacer pacer;
  private final WorkerThread thread;
  private Consumer<WorkerState> states = state -> {};
  private Consumer<ConnectionChange> changes = change -> {};

  /**
   * @param count how many iterations it does, 0 for no limit
   */
  public SimulatedLife(
      Worker worker, Pacing pacing, CatchUp catchUp, long count, Disconnects disconnects) {
    WorkloadSpec settings =
        WorkloadSpec.of("w", index -> worker, 1, RateTarget.asFastAsPossible())
            .withPacing(pacing)
            .withCount(count)
            .withDisconnects(disconnects);
    liveRate = new LiveRate(startNanos, PacingQuantum.EXACT, catchUp);
    thread =
        new WorkerThread(
            settings,
            0,
            new WorkerRoster(clock),
            liveRate,
            stats,
            new AttemptRate(1_000, startNanos),
            new SplittableRandom(1),
            clock,
            this);
    pacer = thread.pacer();
    stats.join("w-1", thread.stats(), pacer.backlog(), count);
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

  public Window read() {
    return stats.read(clock::nanos);
  }

  @Override
  public void changed(WorkerThread worker, WorkerState from, WorkerState to) {
    states.accept(to);
  }

  @Override
  public void connectionChanged(WorkerThread worker, ConnectionChange change) {
    changes.accept(change);
  }
}
