package dev.sluice.core.run;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.Worker;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A short run of workers that do nothing, before the real one, so that the JVM has compiled the
 * engine when the first worker starts. Otherwise the first iterations of thousands of workers are
 * interpreted all at once: they are late, and each touches 80 KiB more of its stack.
 */
public final class WarmUp {

  /** The JVM compiles what it has called 200 times; what a worker does once counts once. */
  private static final int WORKERS_OF_A_KIND = 80;

  private static final double RATE_PER_SECOND = 1_000;
  private static final Duration DURATION = Duration.ofMillis(150);
  private static final Duration INTERVAL = Duration.ofMillis(10);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

  private WarmUp() {}

  /** Takes about a third of a second. */
  public static void run() throws InterruptedException {
    // three kinds, since the compiler bets on one or two when it has seen no more; the first worker
    // of another kind would then throw every thread back into the interpreter
    List<WorkloadSpec> workloads =
        List.of(
            workload("first", new Idle()),
            workload("second", new StillIdle()),
            workload("third", new IdleToo()));
    RunSpec spec = new RunSpec("", workloads, DURATION, Duration.ZERO, INTERVAL, STOP_TIMEOUT);
    Run run =
        new Run(
            spec,
            NanoClock.SYSTEM,
            InstantSource.system(),
            CpuMeter.ofThisProcess(),
            new SplittableRandom(),
            List.of());
    try {
      run.execute();
    } catch (StartFailedException e) {
      throw new IllegalStateException("workers that do nothing did not start", e);
    }
  }

  private static WorkloadSpec workload(String name, Worker worker) {
    return WorkloadSpec.of(
        name, index -> worker, WORKERS_OF_A_KIND, new RateTarget.PerWorker(RATE_PER_SECOND));
  }

  private static class Idle implements Worker {

    @Override
    public void open() {}

    @Override
    public Outcome iterate() {
      return Outcome.DONE;
    }

    @Override
    public void close() {}
  }

  private static final class StillIdle extends Idle {

    @Override
    public Outcome iterate() {
      return Outcome.DONE;
    }
  }

  private static final class IdleToo extends Idle {

    @Override
    public Outcome iterate() {
      return Outcome.DONE;
    }
  }
}
