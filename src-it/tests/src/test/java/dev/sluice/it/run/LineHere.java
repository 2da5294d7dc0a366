package dev.sluice.it.run;

import dev.sluice.control.cli.command.Commands;
import dev.sluice.control.secret.Secrets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * A command line of the program that ran to its end in this process, for tests of what it leaves: a
 * start of the program costs more than a short run. Its folders are where this process is, so give
 * whole paths.
 *
 * @param exitCode its exit code
 * @param lines what it printed, on standard output and error
 */
public record LineHere(int exitCode, List<String> lines) {

  public static LineHere run(List<String> arguments) {
    String[] words = arguments.toArray(String[]::new);
    StringWriter printed = new StringWriter();
    PrintWriter out = new PrintWriter(printed, true);
    int exitCode = Commands.commandLine(out, out, new Secrets(), words).execute(words);
    return new LineHere(exitCode, printed.toString().lines().map(String::strip).toList());
  }
}
