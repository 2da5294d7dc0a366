package dev.sluice.it.run;

import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.endpoint.client.Reply;
import dev.sluice.control.endpoint.socket.CommandServer;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.NanoClock;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A run as a process of the harness has it, on a thread of its own: real workers and clock, driven
 * by commands through its socket, watched through its statistics intervals.
 */
public final class HarnessRun implements AutoCloseable {

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(20);
  private static final long SEED = 20_260_101L;

  private final Run run;
  private final CommandServer commandServer;
  private final HostPort commands;
  private final FutureTask<Summary> execution;
  private final List<Snapshot> intervals = new CopyOnWriteArrayList<>();

  private HarnessRun(RunSpec spec) throws IOException {
    this.run =
        new Run(
            spec,
            NanoClock.SYSTEM,
            InstantSource.system(),
            CpuMeter.ofThisProcess(),
            new SplittableRandom(SEED),
            List.of(new Intervals()));
    this.commandServer = new CommandServer(run.control(), CommandServerSettings.onLoopback(0));
    this.commands = new HostPort("127.0.0.1", commandServer.start().getPort());
    this.execution = new FutureTask<>(run::execute);
  }

  private final class Intervals implements Sink {
    @Override
    public void interval(Snapshot snapshot) {
      intervals.add(snapshot);
    }
  }

  /** Begins to connect; the run goes on until it is stopped or its time is over. */
  public static HarnessRun start(Duration duration, WorkloadSpec... workloads) throws IOException {
    System.out.println("the run's seed is " + SEED);
    RunSpec spec =
        new RunSpec("it", List.of(workloads), duration, Duration.ZERO, INTERVAL, STOP_TIMEOUT);
    HarnessRun harness = new HarnessRun(spec);
    Thread thread = new Thread(harness.execution, "run");
    thread.setDaemon(true);
    thread.start();
    return harness;
  }

  /** Whether all workers are up and the schedule has started; fails if the run has ended. */
  public boolean isRunning() throws InterruptedException {
    if (execution.isDone()) {
      throw new IllegalStateException("the run has ended: " + summary(Duration.ofSeconds(1)));
    }
    return run.control().status().phase() == RunPhase.RUNNING;
  }

  /** Sends a command through the socket. */
  public Reply command(String line) {
    return new CommandClient(Optional.empty()).send(commands, line, COMMAND_TIMEOUT);
  }

  /** How many statistics intervals have ended. */
  public int intervals() {
    return intervals.size();
  }

  /**
   * Achieved over target of a workload in the last intervals, by counts.
   *
   * @param since the first interval that may be looked at, counted from 0
   * @param length how many intervals make the window
   * @return empty if there have not been this many since
   */
  public Optional<Double> ratio(String workload, int since, int length) {
    int end = intervals.size();
    if (end - length < since) {
      return Optional.empty();
    }
    double due = 0;
    long done = 0;
    for (Snapshot snapshot : intervals.subList(end - length, end)) {
      Window figures = workload(snapshot, workload);
      due += figures.asked();
      done += figures.counts().iterations();
    }
    return Optional.of(done / due);
  }

  /** Iterations of a workload that were dropped so far. */
  public long dropped(String workload) {
    return intervals.stream()
        .mapToLong(snapshot -> workload(snapshot, workload).counts().dropped())
        .sum();
  }

  private static Window workload(Snapshot snapshot, String name) {
    return snapshot.workloads().stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The end of the run, waited for. */
  public Summary summary(Duration within) throws InterruptedException {
    try {
      return execution.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IllegalStateException("the run failed: " + e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new IllegalStateException("the run has not ended within " + within, e);
    }
  }

  /** One workload of a summary. */
  public static Summary.Workload workload(Summary summary, String name) {
    return summary.workloads().stream()
        .filter(workload -> workload.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Ends the run if it still goes on, and waits for it. */
  @Override
  public void close() {
    run.control().stop("the test is over");
    commandServer.close();
    try {
      execution.get(2 * STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      System.out.println("the run did not end well: " + e);
    }
  }
}
