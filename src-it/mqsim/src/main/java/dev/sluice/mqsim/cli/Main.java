package dev.sluice.mqsim.cli;

import java.io.UncheckedIOException;
import picocli.CommandLine;

/** {@code java -jar mqsim.jar}. */
public final class Main {

  private static final int BAD_OPTIONS = 2;
  private static final int FAILED = 1;

  private Main() {}

  /** Runs until told to quit; exits with 2 after bad options, 1 after any other failure. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new SimulatorCommand())
        .setParameterExceptionHandler(
            (exception, arguments) -> complain(exception.getCommandLine(), exception, BAD_OPTIONS))
        .setExecutionExceptionHandler(
            (exception, line, result) ->
                complain(
                    line,
                    exception,
                    exception instanceof IllegalArgumentException ? BAD_OPTIONS : FAILED));
  }

  /** One line for each thing that is wrong; an unexpected exception gets its stack trace. */
  private static int complain(CommandLine line, Exception exception, int exitCode) {
    String.valueOf(exception.getMessage())
        .lines()
        .forEach(each -> line.getErr().println("mqsim: " + each));
    if (exitCode == FAILED && !(exception instanceof UncheckedIOException)) {
      exception.printStackTrace(line.getErr());
    }
    return exitCode;
  }
}
