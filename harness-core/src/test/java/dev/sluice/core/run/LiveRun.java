package dev.sluice.core.run;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A run on the real clock, on a thread of its own, with a reporter that keeps what it is told. */
final class LiveRun implements Sink {

  /** Longer than anything takes; a longer wait is a defect. */
  static final Duration DEADLINE = Duration.ofSeconds(30);

  /** Longer than the deadline: who waits for this to pass has found one too. */
  static final Duration STOP_TIMEOUT = Duration.ofMinutes(2);

  final List<Snapshot> snapshots = new ArrayList<>(); // read after the end
  final List<RunEvent> events = new ArrayList<>(); // read after the end
  final List<Summary> summaries = new ArrayList<>(); // read after the end
  final RunControl control;

  private final BlockingQueue<RunEvent> news = new LinkedBlockingQueue<>();
  private final FutureTask<Summary> task;

  private LiveRun(RunSpec spec, List<Sink> others) {
    List<Sink> reporters = new ArrayList<>(others);
    reporters.add(this);
    Run run =
        new Run(
            spec,
            NanoClock.SYSTEM,
            InstantSource.system(),
            () -> 0,
            new SplittableRandom(1),
            reporters);
    control = run.control();
    task = new FutureTask<>(run::execute);
    Thread thread = new Thread(task, "run");
    thread.setDaemon(true);
    thread.start();
  }

  static LiveRun of(WorkloadSpec... workloads) {
    return of(spec(Duration.ZERO, Duration.ZERO, workloads));
  }

  static LiveRun of(RunSpec spec, Sink... others) {
    return new LiveRun(spec, List.of(others));
  }

  static RunSpec spec(Duration duration, Duration warmup, WorkloadSpec... workloads) {
    return new RunSpec(
        "test", List.of(workloads), duration, warmup, Duration.ofMillis(50), STOP_TIMEOUT);
  }

  /** The summary, once the run has ended by itself. */
  Summary summary() throws ExecutionException, InterruptedException, TimeoutException {
    return task.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  Summary stopAndSummary() throws ExecutionException, InterruptedException, TimeoutException {
    control.stop("enough");
    return summary();
  }

  /** Waits for the next event of a kind, passing over others. */
  RunEvent next(RunEvent.Kind kind) throws InterruptedException {
    RunEvent event;
    do {
      event = news.poll(DEADLINE.toSeconds(), TimeUnit.SECONDS);
      if (event == null) {
        throw new AssertionError("there was no event " + kind);
      }
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
        .mapToLong(s -> s.workloads().get(0).measures().counts().iterations())
        .sum();
  }

  static void await(CountDownLatch latch) throws InterruptedException {
    if (!latch.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError(latch.getCount() + " of what was waited for did not happen");
    }
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
