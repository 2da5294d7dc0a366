package dev.sluice.control.endpoint.socket;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.Worker;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A run of workers that do nothing, on a thread of its own, until it is closed. */
public final class RealRun implements AutoCloseable {

  public static final Duration INTERVAL = Duration.ofMillis(100);

  private final Run run;
  private final CompletableFuture<Summary> summary = new CompletableFuture<>();

  /** Starts a workload "senders" and waits until its schedule has begun. */
  public RealRun(String id, int workers, double ratePerSecond, Sink... reporters)
      throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    Sink starter =
        new Sink() {
          @Override
          public void event(RunEvent event) {
            if (event.kind() == RunEvent.Kind.STARTED) {
              started.countDown();
            }
          }
        };
    RunSpec spec =
        new RunSpec(
            id,
            List.of(
                WorkloadSpec.of(
                    "senders",
                    index -> new NullWorker(),
                    workers,
                    new RateTarget.PerWorker(ratePerSecond))),
            Duration.ZERO,
            Duration.ZERO,
            INTERVAL,
            Duration.ofSeconds(5));
    run =
        new Run(
            spec,
            NanoClock.SYSTEM,
            Clock.systemUTC(),
            CpuMeter.ofThisProcess(),
            new SplittableRandom(1),
            Stream.concat(Stream.of(starter), Stream.of(reporters)).toList());
    Thread thread = new Thread(this::execute, "run");
    thread.setDaemon(true);
    thread.start();
    if (!started.await(10, TimeUnit.SECONDS)) {
      throw new IllegalStateException("the run did not start");
    }
  }

  public RunControl control() {
    return run.control();
  }

  /** Waits for the end, which somebody else must have asked for. */
  public Summary awaitEnd() {
    return summary.orTimeout(20, TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    run.control().stop("the test is over");
    awaitEnd();
  }

  private void execute() {
    try {
      summary.complete(run.execute());
    } catch (StartFailedException | InterruptedException | RuntimeException e) {
      summary.completeExceptionally(e);
    }
  }

  /** Does nothing, well. */
  private static final class NullWorker implements Worker {
    @Override
    public void open() {}

    @Override
    public Outcome iterate() {
      return Outcome.DONE;
    }

    @Override
    public void close() {}
  }
}
