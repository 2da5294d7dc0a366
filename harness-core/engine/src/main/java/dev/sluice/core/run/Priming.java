package dev.sluice.core.run;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.pacing.Arrivals;
import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.Pacer.Pacing;
import dev.sluice.core.pacing.PacingQuantum;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Short runs of workers that do nothing, before the real one, so that the JVM has compiled the
 * engine when the first worker starts. Otherwise the first iterations of thousands of workers are
 * interpreted all at once: they are late, and each touches 80 KiB more of its stack.
 */
public final class Priming {

  /** From this many workers on, what is still interpreted is worth waiting for. */
  static final int MANY_WORKERS = 1_000;

  /** A practice in which the compiler worked no longer than this met nothing new. */
  static final long SETTLED_MILLIS = 25;

  /** How long to go on practising, on a host that gives the compiler no time to settle. */
  static final Duration LIMIT = Duration.ofSeconds(3);

  /**
   * The same where somebody waits for workers to come up. The second compiler, which takes longest,
   * is not waited for: it goes on beside their connecting.
   */
  private static final Duration SHORT_LIMIT = Duration.ofMillis(1_500);

  /** The JVM compiles what it has called 200 times; what a worker does once counts once. */
  private static final int WORKERS_OF_A_KIND = 50;

  private static final int FEW = 5;
  private static final double RATE_PER_SECOND = 500;

  /** Enough, over all workers of a kind, for a loop without waits to be compiled while it runs. */
  private static final long ITERATIONS_TO_COMPILE_LOOP = 4_000;

  private static final long ITERATIONS_OF_FEW = 500;
  private static final int ITERATIONS_PER_STALL = 8;
  private static final long STALL_NANOS = Duration.ofMillis(10).toNanos();
  private static final PacingQuantum QUANTUM = new PacingQuantum(Duration.ofMillis(4).toNanos());
  private static final Duration DURATION = Duration.ofMillis(150);
  private static final Duration INTERVAL = Duration.ofMillis(75);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

  /**
   * Workers of one kind in a practice.
   *
   * @param workers how many
   * @param perSecond the rate of each
   * @param unlimited what others of the practice do that have no rate
   * @param iterations how many each of those does
   */
  private record PracticeLoad(
      WorkerFactory factory,
      int workers,
      double perSecond,
      WorkerFactory unlimited,
      long iterations) {

    private static final int ENOUGH_TO_COMPILE_OPENING = 250;
    private static final double TOO_SLOW_FOR_BETS = 20;
    private static final WorkerFactory DOING_NOTHING = index -> new Idle();

    /** The run's own. */
    static PracticeLoad own(WorkerFactory factory) {
      return new PracticeLoad(
          factory, WORKERS_OF_A_KIND, RATE_PER_SECOND, factory, ITERATIONS_TO_COMPILE_LOOP);
    }

    /**
     * Like those of the run, up to where these call other classes than the run's. The JVM must not
     * compile them with its second compiler, which bets on the classes that it has seen.
     */
    static PracticeLoad standIn(WorkerFactory factory) {
      return new PracticeLoad(
          factory, ENOUGH_TO_COMPILE_OPENING, TOO_SLOW_FOR_BETS, DOING_NOTHING, ITERATIONS_OF_FEW);
    }

    WorkloadSpec paced() {
      return WorkloadSpec.of("own", factory, workers, new RateTarget.PerWorker(perSecond));
    }

    WorkloadSpec asFastAsPossible() {
      return WorkloadSpec.of(
              "unlimited", unlimited, WORKERS_OF_A_KIND, RateTarget.asFastAsPossible())
          .withCount(iterations);
    }
  }

  /** One short run. */
  @FunctionalInterface
  interface Practice {
    void run() throws InterruptedException;
  }

  private Priming() {}

  /**
   * Warms up for a run of thousands of workers, in one or two seconds, in which the first of the
   * JVM's compilers gets through with the engine. A few workers would only begin later by that: for
   * them one that does nothing works beside their connecting, until two intervals have ended. An
   * interval's first end loads two hundred classes, which made their sends late.
   *
   * @param workers how many the run starts with
   * @param kind gives workers that do what those of the run do, to a broker that does nothing;
   *     asked only if there are thousands
   * @param outputs like those of the run, but for nobody; they are told of each practice
   */
  public static void run(int workers, Supplier<WorkerFactory> kind, List<Sink> outputs)
      throws InterruptedException {
    if (takesSeconds(workers)) {
      practise(PracticeLoad.standIn(kind.get()), SHORT_LIMIT, outputs);
    } else {
      NanoClock.SYSTEM.start("priming", () -> endIntervals(outputs));
    }
  }

  /** Whether it is worth a word to a waiting user. */
  public static boolean takesSeconds(int workers) {
    return workers >= MANY_WORKERS;
  }

  /**
   * Warms up for a run of this very kind, which takes as long as the compiler has something to do:
   * one to three seconds. Hundreds of workers that never wait would leave it no processor later.
   *
   * @param kind makes workers like those of the run; some hundred are made and work for a moment
   */
  public static void run(WorkerFactory kind) throws InterruptedException {
    practise(PracticeLoad.own(kind), LIMIT, List.of());
  }

  private static void endIntervals(List<Sink> outputs) {
    RateTarget rate = new RateTarget.PerWorker(RATE_PER_SECOND);
    try {
      execute(List.of(WorkloadSpec.of("idle", index -> new Idle(), 1, rate)), outputs);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void practise(PracticeLoad load, Duration limit, List<Sink> outputs)
      throws InterruptedException {
    Practice practice = () -> execute(practice(load), outputs);
    untilSettled(practice, compilationTime(), NanoClock.SYSTEM, limit);
    System.gc(); // so that what practices leave behind does not count as the run's memory
  }

  /**
   * Practises until the compiler has nothing more to do, within limits.
   *
   * @param compilationMillis how long the JVM's compiler has worked so far; always the same where
   *     that cannot be had
   * @param limit after this no further practice begins
   */
  static void untilSettled(
      Practice practice, LongSupplier compilationMillis, NanoClock clock, Duration limit)
      throws InterruptedException {
    long deadlineNanos = clock.nanos() + limit.toNanos();
    long before;
    do {
      before = compilationMillis.getAsLong();
      practice.run();
    } while (compilationMillis.getAsLong() - before > SETTLED_MILLIS
        && clock.nanos() < deadlineNanos);
  }

  private static LongSupplier compilationTime() {
    CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
    return compiler == null || !compiler.isCompilationTimeMonitoringSupported()
        ? () -> 0
        : compiler::getTotalCompilationTime;
  }

  private static void execute(List<WorkloadSpec> workloads, List<Sink> outputs)
      throws InterruptedException {
    RunSpec spec = new RunSpec("", workloads, DURATION, Duration.ZERO, INTERVAL, STOP_TIMEOUT);
    try {
      new Run(spec, outputs).execute();
    } catch (StartFailedException e) {
      return; // the host lacks threads or memory, which the run itself will tell
    }
  }

  /** The practice of the run's own workers, and of others. */
  private static List<WorkloadSpec> practice(PracticeLoad own) {
    // the compiler bets on what it has seen. A first worker of another kind, or a first pacing of
    // another kind, would throw every thread that is in there back into the interpreter
    return List.of(
        paced("exact", WORKERS_OF_A_KIND, index -> new Stalling())
            .withQuantum(PacingQuantum.EXACT)
            .withRamp(DURATION),
        paced("coarse", WORKERS_OF_A_KIND, index -> new StallingToo())
            .withQuantum(QUANTUM)
            .withArrivals(Arrivals.POISSON),
        paced("closed", WORKERS_OF_A_KIND, index -> new Stalling()).withPacing(Pacing.THINK_TIME),
        // few, so that the second compiler does not build what to drop into each release
        paced("dropping", FEW, index -> new Stalling()).withCatchUp(CatchUp.NONE),
        own.paced(),
        own.asFastAsPossible());
  }

  private static WorkloadSpec paced(String name, int workers, WorkerFactory factory) {
    return WorkloadSpec.of(name, factory, workers, new RateTarget.PerWorker(RATE_PER_SECOND));
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

  /** Comes late now and then, so that what a late worker does has been done. */
  private static class Stalling extends Idle {

    private int iterations;

    @Override
    public Outcome iterate() {
      if (++iterations % ITERATIONS_PER_STALL == 0) {
        LockSupport.parkNanos(STALL_NANOS);
      }
      return Outcome.DONE;
    }
  }

  private static final class StallingToo extends Stalling {

    @Override
    public Outcome iterate() {
      return super.iterate();
    }
  }
}
