package dev.sluice.core.run;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;

/** A run in virtual time, on a thread of its own, with a sink that keeps what it is told. */
final class LiveRun implements Sink {

  /** Longer than anything takes; a longer wait is a defect. */
  static final Duration DEADLINE = Duration.ofSeconds(30);

  /** Longer than the deadline: who waits for this to pass has found one too. */
  static final Duration STOP_TIMEOUT = Duration.ofMinutes(2);

  final List<Snapshot> snapshots = new ArrayList<>(); // read after the end
  final List<RunEvent> events = new ArrayList<>(); // read after the end
  final List<Summary> summaries = new ArrayList<>(); // read after the end
  final RunControl control;
  final Run run;

  private final VirtualTime clock = VirtualTime.current();
  private final Queue<RunEvent> news = new ArrayDeque<>();
  private final FutureTask<Summary> task;

  private LiveRun(RunSpec spec, CpuMeter meter, List<Sink> others) {
    List<Sink> reporters = new ArrayList<>(others);
    reporters.add(this);
    run = new Run(spec, clock, clock, meter, new SplittableRandom(1), reporters);
    control = run.control();
    task = new FutureTask<>(run::execute);
    clock.start("run", task);
  }

  static LiveRun of(WorkloadSpec... workloads) {
    return of(spec(Duration.ZERO, Duration.ZERO, workloads));
  }

  static LiveRun of(RunSpec spec, Sink... others) {
    return new LiveRun(spec, () -> 0, List.of(others));
  }

  /** On a host of which this says what it withholds. */
  static LiveRun of(RunSpec spec, CpuMeter meter) {
    return new LiveRun(spec, meter, List.of());
  }

  static RunSpec spec(Duration duration, Duration warmup, WorkloadSpec... workloads) {
    return new RunSpec(
        "test", List.of(workloads), duration, warmup, Duration.ofMillis(50), STOP_TIMEOUT);
  }

  /** The summary, once the run has ended by itself. */
  Summary summary() throws ExecutionException, InterruptedException {
    await(task::isDone);
    return task.get();
  }

  Summary stopAndSummary() throws ExecutionException, InterruptedException {
    control.stop("enough");
    return summary();
  }

  /** For a thread that does not live by the run's clock. */
  void playOn(Callable<?> task) throws Exception {
    clock.play(task);
  }

  /** Waits for the next event of a kind, passing over others. */
  RunEvent next(RunEvent.Kind kind) {
    RunEvent event;
    do {
      await(() -> !news.isEmpty());
      event = news.remove();
    } while (event.kind() != kind);
    return event;
  }

  /** The first workload's iterations in all intervals of the warm-up. */
  long iterationsInWarmup() {
    return iterations(true);
  }

  /** The first workload's iterations in all intervals after the warm-up. */
  long iterationsMeasured() {
    return iterations(false);
  }

  private long iterations(boolean warmup) {
    return snapshots.stream()
        .filter(s -> s.warmup() == warmup)
        .mapToLong(s -> s.workloads().get(0).counts().iterations())
        .sum();
  }

  static void await(CountDownLatch latch) {
    await(() -> latch.getCount() == 0);
  }

  /** Waits until it is so; fails if that takes too long. */
  static void await(BooleanSupplier condition) {
    VirtualTime time = VirtualTime.current();
    long deadlineNanos = time.nanos() + DEADLINE.toNanos();
    time.until(
        () -> {
          if (condition.getAsBoolean()) {
            return true;
          }
          if (time.nanos() >= deadlineNanos) {
            throw new AssertionError("what was waited for did not happen");
          }
          return false;
        });
  }

  @Override
  public void event(RunEvent event) {
    events.add(event);
    news.add(event);
  }

  @Override
  public void interval(Snapshot snapshot) {
    snapshots.add(snapshot);
  }

  @Override
  public void summary(Summary summary) {
    summaries.add(summary);
  }
}
