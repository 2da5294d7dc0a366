package dev.sluice.control.cli;

import dev.sluice.control.process.Logging;
import dev.sluice.control.secret.Secrets;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * One command, run in this process.
 *
 * @param exitCode what the process would have ended with
 * @param out standard output
 * @param err standard error
 */
record Execution(int exitCode, String out, String err) {

  static Execution of(String... args) {
    Logging.configure(false); // as a new process begins, whatever the one before was told
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Main.execute(args, new PrintWriter(out, true), new PrintWriter(err, true), new Secrets());
    return new Execution(exitCode, out.toString(), err.toString());
  }

  /** The first line of standard error. */
  String complaint() {
    return err.lines().findFirst().orElse("");
  }
}
