package dev.sluice.core.worker;

import dev.sluice.core.rate.Arrivals;
import dev.sluice.core.rate.CatchUp;
import dev.sluice.core.rate.ConstantRate;
import dev.sluice.core.rate.Pacer;
import dev.sluice.core.rate.PacingQuantum;
import dev.sluice.core.rate.RateDial;
import dev.sluice.core.rate.WaitPoint;
import dev.sluice.core.stats.ErrorCauses;
import dev.sluice.core.stats.WorkerStats;
import dev.sluice.core.time.NanoClock;
import java.util.SplittableRandom;

/**
 * Runs the engine's own code for a moment before a run, so that the JVM has compiled it when the
 * first worker starts. Otherwise the first iterations of thousands of workers are interpreted all
 * at once: they are late, and each touches 80 KiB more of its stack.
 */
public final class HotPath {

  private static final int LIVES = 1_000;
  private static final int LIVES_ON_THREADS = 500;
  private static final int MANY_WORKERS = 500;
  private static final long ITERATIONS = 20_000;
  private static final double RATE_PER_SECOND = 200_000;

  private HotPath() {}

  /**
   * Takes about a fifth of a second of the calling thread.
   *
   * @param workers how many are to run; for many of them the life of a thread is practised too
   */
  public static void warmUp(int workers) throws InterruptedException {
    live(ITERATIONS);
    for (int i = 0; i < LIVES; i++) {
      live(1);
    }
    if (workers > MANY_WORKERS) {
      for (int i = 0; i < LIVES_ON_THREADS; i++) {
        Thread thread = new Thread(() -> live(1));
        thread.start();
        thread.join();
      }
    }
  }

  /** A worker's whole life, on this thread. */
  private static void live(long iterations) {
    NanoClock clock = NanoClock.SYSTEM;
    SplittableRandom random = new SplittableRandom();
    RateDial dial = new RateDial(clock, PacingQuantum.EXACT, CatchUp.DEFAULT);
    WaitPoint waitPoint = new WaitPoint(clock);
    WorkerStats stats = new WorkerStats();
    Pacer pacer = new Pacer(dial, Arrivals.UNIFORM.sequence(0.5, random), waitPoint, clock, stats);
    dial.join(waitPoint);
    dial.turn(new ConstantRate(RATE_PER_SECOND));
    dial.start();
    Worker worker = new Idle();
    new WorkerThread(
            "warm-up",
            worker,
            new WorkerLoop(worker, pacer, clock, stats, iterations),
            waitPoint,
            stats,
            new ErrorCauses(),
            ErrorPolicy.CONTINUE,
            new Backoff(random),
            clock,
            new NobodyListens())
        .run();
  }

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

  private static final class NobodyListens implements WorkerEvents {

    @Override
    public void changed(WorkerThread worker, WorkerState from, WorkerState to) {}

    @Override
    public void failedToOpen(WorkerThread worker, Exception failure) {}

    @Override
    public void iterationFailed(WorkerThread worker, Exception failure) {}

    @Override
    public void reconnected(WorkerThread worker, long downNanos) {}
  }
}
