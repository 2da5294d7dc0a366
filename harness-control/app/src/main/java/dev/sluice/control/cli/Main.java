package dev.sluice.control.cli;

import dev.sluice.control.cli.command.Commands;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.Logging;
import dev.sluice.control.process.OutOfMemory;
import dev.sluice.control.process.Parent;
import dev.sluice.control.secret.Secrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The program. */
public final class Main {

  private Main() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    Parent.endWithIt();
    OutOfMemory memory = OutOfMemory.ofThisProcess();
    Secrets secrets = new Secrets();
    System.setOut(secrets.masking(System.out)); // where libraries and the JVM write to
    System.setErr(secrets.masking(System.err));
    if (!Commands.answeredWithoutLibraries(args)) {
      Logging.configure(false);
    }
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    try {
      System.exit(execute(args, out, err, secrets));
    } catch (OutOfMemoryError e) {
      memory.endsMain(e);
    }
  }

  /**
   * Runs one command, whose options may stand in files, and returns its exit code.
   *
   * @param secrets gets those of the arguments
   */
  static int execute(String[] args, PrintWriter out, PrintWriter err, Secrets secrets) {
    String[] words;
    try {
      words = OptionFiles.expanded(args);
    } catch (IOException e) {
      secrets.addIn(List.of(args));
      secrets.masking(err).println("sluice: " + e.getMessage());
      return ExitCode.USAGE;
    }
    return Commands.commandLine(out, err, secrets, words).execute(words);
  }
}
