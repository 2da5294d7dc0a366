package dev.sluice.it;

import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A run of the harness inside a test, on a thread of its own. */
final class LiveHarness implements Sink {

  /** Longer than any client takes to come back; a longer wait is a defect. */
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration INTERVAL = Duration.ofMillis(200);
  private static final long POLL_MILLIS = 20;

  private final RunControl control;
  private final FutureTask<Summary> task;
  private final List<ConnectionEvent> connectionEvents = new CopyOnWriteArrayList<>();

  /** Starts it; all workers are up when this returns. */
  LiveHarness(WorkloadSpec... workloads) throws Exception {
    RunSpec spec =
        new RunSpec("it", List.of(workloads), Duration.ZERO, Duration.ZERO, INTERVAL, STOP_TIMEOUT);
    Run run =
        new Run(
            spec,
            NanoClock.SYSTEM,
            InstantSource.system(),
            CpuMeter.ofThisProcess(),
            new SplittableRandom(1),
            List.of(this));
    control = run.control();
    task = new FutureTask<>(run::execute);
    Thread thread = new Thread(task, "run");
    thread.setDaemon(true);
    thread.start();
    await("the start", () -> task.isDone() || control.status().phase() == RunPhase.RUNNING);
    if (task.isDone()) {
      task.get(); // throws why
    }
  }

  RunControl control() {
    return control;
  }

  WorkloadStatus status(String workload) {
    return control.status().workloads().stream()
        .filter(w -> w.name().equals(workload))
        .findFirst()
        .orElseThrow();
  }

  /** How many workers of a workload are up and connected to a queue manager. */
  int on(String workload, String queueManager) {
    return status(workload).connections().byPeer().getOrDefault(queueManager, 0);
  }

  /** All that happened to connections up to the last interval. */
  List<ConnectionEvent> connectionEvents() {
    return connectionEvents;
  }

  /** Waits until every workload has done this many iterations more. */
  void awaitProgress(long iterations) throws InterruptedException {
    List<Long> before = iterations();
    await(
        "progress",
        () -> {
          List<Long> now = iterations();
          for (int i = 0; i < now.size(); i++) {
            if (now.get(i) < before.get(i) + iterations) {
              return false;
            }
          }
          return true;
        });
  }

  /** Polls until something holds. */
  void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadlineNanos = System.nanoTime() + DEADLINE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadlineNanos) {
        throw new AssertionError(what + " did not come; now " + control.status());
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  Summary stop() throws Exception {
    control.stop("the test is over");
    return summary();
  }

  /** The summary, once the run has ended by itself. */
  Summary summary() throws Exception {
    return task.get(2 * STOP_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
  }

  @Override
  public void connections(List<ConnectionEvent> events) {
    connectionEvents.addAll(events);
  }

  private List<Long> iterations() {
    return control.status().workloads().stream().map(WorkloadStatus::iterations).toList();
  }
}
