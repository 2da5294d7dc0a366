package dev.sluice.control.cli;

import dev.sluice.core.run.StartFailedException;
import dev.sluice.jms.provider.Failure;
import java.io.PrintWriter;

/** What a person is told of a run whose workers did not come up. */
final class FailedStart {

  private FailedStart() {}

  /** Tells it in one line and returns the exit code. */
  static int tell(StartFailedException e, HarnessProcess.Explanation explanation, PrintWriter err) {
    if (e.getCause() == null) {
      err.println("sluice: " + e.getMessage());
      return ExitCode.NO_CONNECTION;
    }
    Failure failure = explanation.of(e.getCause());
    err.println("sluice: " + e.getMessage() + ": " + failure.line());
    if (Logging.isVerbose()) {
      e.printStackTrace(err);
    }
    return failure.configuration() ? ExitCode.USAGE : ExitCode.NO_CONNECTION;
  }
}
