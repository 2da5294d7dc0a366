package dev.sluice.control.process;

import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.jms.provider.Failure;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** Tells a person, and the run's folder if it has one, that a run did not start. */
public final class FailedStart {

  private final HarnessProcess.Explanation explanation;
  private final PrintWriter err;
  private final Consumer<String> folder;

  /**
   * @param explanation says what a worker's failure means
   * @param folder keeps the reason, one line
   */
  public FailedStart(
      HarnessProcess.Explanation explanation, PrintWriter err, Consumer<String> folder) {
    this.explanation = explanation;
    this.err = err;
    this.folder = folder;
  }

  /** Where nothing is kept. */
  public FailedStart(HarnessProcess.Explanation explanation, PrintWriter err) {
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
