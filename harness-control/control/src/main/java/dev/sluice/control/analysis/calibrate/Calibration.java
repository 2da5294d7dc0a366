package dev.sluice.control.analysis.calibrate;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.analysis.calibrate.CalibrationResult.StepResult;
import dev.sluice.control.analysis.calibrate.Windows.Count;
import dev.sluice.control.command.Command;
import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.Priming;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunControlException;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.time.NanoClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** One calibration: a run of workers that do nothing, and what it did. */
public final class Calibration {

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final long SETTLING_NANOS = 50_000_000;

  private final WorkloadSpec workload;
  private final Duration warmup;
  private final Duration duration;
  private final List<Command.OfRun> steps;
  private final NanoClock clock = NanoClock.SYSTEM;

  /**
   * @param warmup is left out of all figures
   * @param duration how long is measured, for each step if there are any
   * @param steps live changes to make after the first period
   */
  public Calibration(
      WorkloadSpec workload, Duration warmup, Duration duration, List<Command.OfRun> steps) {
    this.workload = workload;
    this.warmup = warmup;
    this.duration = duration;
    this.steps = List.copyOf(steps);
  }

  /** Runs it; takes warm-up, duration and steps, and a little for starting and ending. */
  public CalibrationResult run() throws InterruptedException, StartFailedException {
    Priming.run(workload.factory());
    Run run =
        new Run(
            new RunSpec("", List.of(workload), Duration.ZERO, warmup, INTERVAL, STOP_TIMEOUT),
            List.of());
    Probe probe = new Probe(run, clock.nanos(), InstantSource.system().instant());
    run.control().subscribe(probe);
    Summary summary = run.execute();
    try {
      return new CalibrationResult(workload, summary, probe.observations.get());
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /**
   * The readings from outside.
   *
   * @param startNanos how long it took until all workers were up
   * @param peakResidentBytes the largest the process had been when measuring ended
   */
  record Observations(
      long startNanos, Windows windows, List<StepResult> steps, long peakResidentBytes) {}

  /** Observes once the schedule has started; nobody is disturbed before that. */
  private final class Probe implements Sink {

    private final Run run;
    private final long beganNanos;
    private final Instant began;
    private final CompletableFuture<Observations> observations = new CompletableFuture<>();

    Probe(Run run, long beganNanos, Instant began) {
      this.run = run;
      this.beganNanos = beganNanos;
      this.began = began;
    }

    @Override
    public void event(RunEvent event) {
      if (event.kind() == RunEvent.Kind.STARTED) {
        try {
          long startNanos = Duration.between(began, event.time()).toNanos();
          observations.complete(observe(run, beganNanos, startNanos));
        } catch (RuntimeException e) {
          observations.completeExceptionally(e);
        }
      }
    }
  }

  private Observations observe(Run run, long beganNanos, long startNanos) {
    RunControl control = run.control();
    try {
      CountProbe probe = new CountProbe(run::iterations, clock);
      long firstNanos = beganNanos + startNanos + warmup.toNanos() + CountProbe.WINDOW_NANOS;
      Windows windows = Windows.of(probe.readUntil(firstNanos, firstNanos + duration.toNanos()));
      List<StepResult> results = new ArrayList<>();
      for (Command.OfRun step : steps) {
        results.add(measure(step, control, probe));
      }
      return new Observations(startNanos, windows, results, peakResidentBytes());
    } catch (RunControlException e) {
      throw new IllegalStateException(e);
    } finally {
      control.stop("the calibration is done");
    }
  }

  private StepResult measure(Command.OfRun step, RunControl control, CountProbe probe)
      throws RunControlException {
    Count before = probe.read();
    step.runOn(control);
    double targetPerSecond = control.status().workloads().get(0).target().totalPerSecond();
    long firstNanos = before.nanos() + SETTLING_NANOS;
    List<Count> readings = probe.readUntil(firstNanos, before.nanos() + duration.toNanos());
    Count last = readings.get(readings.size() - 1);
    double expected = targetPerSecond * (last.nanos() - before.nanos()) / NANOS_PER_SECOND;
    return new StepResult(
        step.text(),
        targetPerSecond,
        Windows.of(readings),
        expected,
        last.iterations() - before.iterations());
  }

  /**
   * The peak of this process's memory in bytes ({@code VmHWM} of Linux); 0 where it cannot be had.
   */
  private static long peakResidentBytes() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }

  /**
   * Reads the count of iterations of a run at fixed times. One thread.
   *
   * @param iterations the run's, so far
   */
  record CountProbe(LongSupplier iterations, NanoClock clock) {

    static final long WINDOW_NANOS = 100_000_000;

    /** The count now. */
    Count read() {
      long counted = iterations.getAsLong();
      return new Count(clock.nanos(), counted);
    }

    /**
     * Readings every 100 ms; one that is late by half of that or more takes the place of those it
     * missed, so that no window is too short to mean anything.
     *
     * @param fromNanos when the first is made
     * @param untilNanos the last is made no later
     */
    List<Count> readUntil(long fromNanos, long untilNanos) {
      List<Count> readings = new ArrayList<>();
      long atNanos = fromNanos;
      while (atNanos <= untilNanos) {
        while (clock.nanos() < atNanos) {
          clock.parkUntil(atNanos);
        }
        readings.add(read());
        long lateNanos = clock.nanos() - atNanos;
        atNanos += WINDOW_NANOS * (1 + (lateNanos + WINDOW_NANOS / 2) / WINDOW_NANOS);
      }
      return readings;
    }
  }
}
