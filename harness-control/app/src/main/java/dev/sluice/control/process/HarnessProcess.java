package dev.sluice.control.process;

import dev.sluice.control.sink.console.ConsoleReporter;
import dev.sluice.control.sink.console.ConsoleReporter.SummaryForm;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.control.sink.folder.RunFileWriter;
import dev.sluice.core.bus.Conclusion;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.run.Priming;
import dev.sluice.core.run.RunControl;
import dev.sluice.core.run.RunExecution;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.text.InputFile;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A process with its runs: what it opens is closed in the end, the last first; a signal and a lack
 * of memory end the run; a run that does not start is one line; and all of it is an exit code.
 */
public abstract class HarnessProcess {

  final Terminal terminal;
  final SummaryForm summaries;

  /** Closed in the end, in this order. */
  final Deque<AutoCloseable> open = new ArrayDeque<>();

  private Optional<RunArchive> archive = Optional.empty();
  private boolean notConcluded;
  private final Optional<OutOfMemory> memory;

  /** One that has the JVM to itself. */
  HarnessProcess(Terminal terminal, SummaryForm summaries) {
    this(terminal, summaries, Optional.of(OutOfMemory.ofThisProcess()));
  }

  /**
   * @param summaries what is printed of each run
   * @param memory that of the JVM; empty in the JVM of another program, whose signals and lack of
   *     memory are its own
   */
  HarnessProcess(Terminal terminal, SummaryForm summaries, Optional<OutOfMemory> memory) {
    this.terminal = terminal;
    this.summaries = summaries;
    this.memory = memory;
  }

  /** Plays its runs and returns the exit code, which files that are not complete may change. */
  abstract int play() throws StartFailedException, InterruptedException, IOException;

  /** Says what a worker's failure means that kept a run from starting. */
  abstract Failure explain(StartFailedException e);

  /** The record of its runs on disk. */
  interface RunArchive extends AutoCloseable {

    /** Keeps why there was no run, or not all of it: one line. */
    void failed(String why);

    /** Whether all could be written so far; a person was told of what could not. */
    boolean complete();

    @Override
    void close();
  }

  /**
   * Warms up for a first run.
   *
   * @param practising gives workers like those of the run, which do no harm
   */
  final void prime(int workers, Supplier<WorkerFactory> practising) throws InterruptedException {
    if (Priming.takesSeconds(workers)) {
      terminal.line(
          "priming the engine with workers that do nothing, until the JVM has compiled it");
    }
    terminal.bar("practising");
    Terminal nobodys = new Terminal(new PrintWriter(Writer.nullWriter()), false);
    Sink console = new ConsoleReporter(nobodys, ZoneId.systemDefault());
    Priming.run(workers, practising, List.of(console, RunFileWriter.practising()));
  }

  /** Has it keep its runs there, until it is closed in the end. */
  final void records(RunArchive kept) {
    archive = Optional.of(kept);
    memory.ifPresent(
        each ->
            each.onLast(
                () -> failed("the process ran out of memory, and ended without a summary")));
    open.push(kept);
  }

  final void failed(String why) {
    archive.ifPresent(each -> each.failed(why));
  }

  /** Runs to the end and returns the exit code; a run whose memory ran out has failed. */
  public final int run() throws InterruptedException, IOException {
    memory.ifPresent(OutOfMemory::watchHeap);
    int played = playAndClose();
    int exitCode = memory.map(each -> each.exitCode(played)).orElse(played);
    boolean complete = archive.map(RunArchive::complete).orElse(true);
    int told =
        exitCode == ExitCode.OK && (!complete || notConcluded) ? ExitCode.FAILED_RUN : exitCode;
    if (summaries != SummaryForm.NONE) {
      ExitCode.ofRun(told).ifPresent(meaning -> terminal.line(ConsoleReporter.exit(told, meaning)));
    }
    return told;
  }

  private int playAndClose() throws InterruptedException, IOException {
    try {
      return play();
    } catch (StartFailedException e) {
      return notStarted(e);
    } catch (IOException e) {
      failed(InputFile.failure(e));
      throw e;
    } catch (ConfigurationException e) {
      failed(e.getMessage());
      throw e;
    } catch (OutOfMemoryError e) {
      memory.orElseThrow(() -> e).happens(e);
      return ExitCode.FAILED_RUN;
    } catch (RuntimeException | Error e) { // a defect of the harness
      failed(Conclusion.traced(e));
      throw e;
    } finally {
      terminal.bar("");
      memory.ifPresent(open::addLast);
      Closing.inTurn(open);
    }
  }

  /** Has signals and a lack of memory end what is controlled, and a run hear of its threads. */
  final void ends(RunControl control, RunExecution run) {
    memory.ifPresent(
        each -> {
          Signals.onFirst(
              () -> control.stop("it was interrupted"),
              () -> failed("it was interrupted twice, and ended without a summary"));
          each.onFirst(() -> control.stop("the process ran out of memory"));
        });
    follows(run);
  }

  /** Has a run hear of threads that fail, and of what clients warn of, from now on. */
  final void follows(RunExecution run) {
    memory.ifPresent(
        each -> {
          each.onFailure(run::threadFailed);
          Logging.warn(run::clientWarned);
        });
  }

  /** Tells why workers did not come up, before what libraries said of it. */
  private int notStarted(StartFailedException e) {
    int exitCode = whyNotStarted(e);
    e.warnings().forEach(terminal::line);
    return exitCode;
  }

  /** Tells in one line why workers did not come up, and returns the exit code. */
  private int whyNotStarted(StartFailedException e) {
    // without a cause nothing answered; without memory there is no thread left for a worker
    if (e.getCause() == null || e.getCause() instanceof OutOfMemoryError) {
      tell(e.getMessage());
      return e.getCause() == null ? ExitCode.NO_CONNECTION : ExitCode.FAILED_RUN;
    }
    Failure failure = explain(e);
    tell(e.getMessage() + ": " + failure.line());
    if (Logging.isVerbose()) {
      terminal.trace(e);
    }
    return failure.configuration() ? ExitCode.USAGE : ExitCode.NO_CONNECTION;
  }

  /** Draws a conclusion that a person is told; without it the run has failed. */
  final <T> List<T> concluded(String what, Supplier<List<T>> conclusion) {
    return Conclusion.draw(
        what,
        conclusion,
        failure -> {
          notConcluded = true;
          tell(failure);
          return List.of();
        });
  }

  private void tell(String why) {
    terminal.complain(why);
    failed(why);
  }
}
