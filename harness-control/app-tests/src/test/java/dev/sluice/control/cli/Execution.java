package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.Logging;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

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

  /** A plan, played from {@code plan.yaml} in a folder that the plan calls FOLDER. */
  static Execution ofPlan(Path folder, String text, String... more) throws IOException {
    return ofPlan("run", folder, text, more);
  }

  /** The same by another command than {@code run}. */
  static Execution ofPlan(String command, Path folder, String text, String... more)
      throws IOException {
    Path plan = folder.resolve("plan.yaml");
    Files.writeString(plan, text.replace("FOLDER", folder.toString()));
    return of(
        Stream.concat(Stream.of(command, plan.toString()), Stream.of(more)).toArray(String[]::new));
  }

  /** This, once its exit code is the one expected; what it said stands in the failure. */
  Execution ended(int expected) {
    assertThat(exitCode).as("%s%n%s", out, err).isEqualTo(expected);
    return this;
  }

  /** The first line of standard error. */
  String complaint() {
    return err.lines().findFirst().orElse("");
  }
}
