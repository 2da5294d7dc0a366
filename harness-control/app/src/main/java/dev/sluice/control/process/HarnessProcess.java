package dev.sluice.control.process;

import dev.sluice.control.sink.console.LiveBar;
import dev.sluice.control.sink.console.LiveBar.ProgressBar;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.Priming;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.watch.CpuMeter;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A run with everything around it that a process has: console, command socket, metrics, signals.
 *
 * @param reporters learn how the run goes
 * @param failedStart learns why it does not start
 * @param practising gives workers like those of the run, which do no harm
 */
public record HarnessProcess(
    RunSpec spec,
    Endpoints endpoints,
    Terminal terminal,
    List<Sink> reporters,
    FailedStart failedStart,
    Supplier<WorkerFactory> practising) {

  /** Says what a failure means. */
  @FunctionalInterface
  public interface Explanation {
    Failure of(Throwable failure);
  }

  /** Runs to the end and returns the exit code; a run whose memory ran out has failed. */
  public int run() throws InterruptedException, IOException {
    OutOfMemory memory = OutOfMemory.ofThisProcess();
    memory.watchHeap();
    return memory.exitCode(run(memory));
  }

  private int run(OutOfMemory memory) throws InterruptedException, IOException {
    if (Priming.takesSeconds(spec.workers())) {
      terminal.line(
          "priming the engine with workers that do nothing, until the JVM has compiled it");
    }
    terminal.bar("practising");
    endpoints.warmUp(spec.workers(), practising);
    Run run = newRun();
    Signals.onFirst(() -> run.control().stop("it was interrupted"));
    memory.onFirst(() -> run.control().stop("the process ran out of memory"));
    memory.onFailure(run::threadFailed);
    List<AutoCloseable> open = new ArrayList<>();
    try {
      openEndpoints(run.control(), open);
      Summary summary = run.execute();
      if (!summary.scheduleStarted()) {
        terminal.line("stopped before all workers were connected");
        return ExitCode.NO_CONNECTION;
      }
      return summary.clean() ? ExitCode.OK : ExitCode.FAILED_RUN;
    } catch (StartFailedException e) {
      return failedStart.tell(e);
    } catch (IOException e) {
      throw failedStart.kept(e);
    } catch (OutOfMemoryError e) {
      memory.happens(e);
      return ExitCode.FAILED_RUN;
    } finally {
      terminal.bar("");
      Closing.inTurn(open);
      memory.close();
    }
  }

  private Run newRun() {
    return new Run(
        spec,
        NanoClock.SYSTEM,
        InstantSource.system(),
        CpuMeter.ofThisProcess(),
        new SplittableRandom(),
        reporters);
  }

  private void openEndpoints(RunControl control, List<AutoCloseable> open) throws IOException {
    endpoints.open(control, spec.id(), terminal, open::add);
    if (terminal.interactive() && !spec.duration().isZero()) {
      ProgressBar bar = new ProgressBar(spec.duration());
      open.add(
          new LiveBar(
              terminal,
              () -> {
                long elapsedNanos = control.status().sinceStartNanos();
                return elapsedNanos > 0 ? bar.after(Duration.ofNanos(elapsedNanos)) : "";
              }));
    }
  }

  /**
   * Tells a person, and the run's folder if it has one, that a run did not start.
   *
   * @param explanation says what a worker's failure means
   * @param folder keeps the reason, one line
   */
  public record FailedStart(Explanation explanation, PrintWriter err, Consumer<String> folder) {

    /** Where nothing is kept. */
    public FailedStart(Explanation explanation, PrintWriter err) {
      this(explanation, err, why -> {});
    }

    /** Tells in one line why workers did not come up, and returns the exit code. */
    int tell(StartFailedException e) {
      if (e.getCause() == null) {
        tell(e.getMessage());
        return ExitCode.NO_CONNECTION;
      }
      if (e.getCause() instanceof OutOfMemoryError) { // there is no thread left for a worker
        tell(e.getMessage());
        return ExitCode.FAILED_RUN;
      }
      Failure failure = explanation.of(e.getCause());
      tell(e.getMessage() + ": " + failure.line());
      if (Logging.isVerbose()) {
        e.printStackTrace(err);
      }
      return failure.configuration() ? ExitCode.USAGE : ExitCode.NO_CONNECTION;
    }

    /** Keeps why a way to drive the run could not be had, and returns it to be thrown on. */
    IOException kept(IOException e) {
      folder.accept(e.getMessage());
      return e;
    }

    private void tell(String why) {
      err.println("sluice: " + why);
      folder.accept(why);
    }
  }
}
