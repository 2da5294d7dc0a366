package dev.sluice.control.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING;

import dev.sluice.control.secret.Secrets;
import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.pacing.PacingQuantum;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** The program. */
public final class Main {

  private Main() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    OutOfMemory memory = OutOfMemory.ofThisProcess();
    Secrets secrets = new Secrets();
    System.setOut(secrets.masking(System.out)); // where libraries and the JVM write to
    System.setErr(secrets.masking(System.err));
    if (!Commands.answeredWithoutLibraries(args)) {
      Logging.configure(false);
      EarlyLoading.beside(args);
    }
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    try {
      System.exit(execute(args, out, err, secrets));
    } catch (OutOfMemoryError e) {
      memory.happens();
      Runtime.getRuntime().halt(ExitCode.FAILED_RUN); // threads may be left that never end
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
    return commandLine(out, err, secrets, words).execute(words);
  }

  /** The whole command line, which writes where it is told to. */
  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return commandLine(out, err, new Secrets());
  }

  /**
   * The command line as far as these arguments need it: the rest would take its time to build.
   *
   * @param secrets those known already; those of the arguments are added when it is executed
   * @param args none for the whole command line
   */
  static CommandLine commandLine(
      PrintWriter out, PrintWriter err, Secrets secrets, String... args) {
    ErrorHandling errors = new ErrorHandling(secrets);
    CommandLine commandLine = new CommandLine(new SluiceCommand(), new CommandFactory(secrets));
    Commands.neededFor(args).forEach(commandLine::addSubcommand);
    configured(commandLine)
        .setOut(secrets.masking(out))
        .setErr(secrets.masking(err))
        .setExecutionStrategy(
            parsed -> {
              secrets.addIn(parsed.originalArgs());
              return new CommandLine.RunLast().execute(parsed);
            })
        .setUsageHelpAutoWidth(true)
        .setParameterExceptionHandler(errors)
        .setExecutionExceptionHandler(errors);
    groupOptions(commandLine);
    return commandLine;
  }

  /** How values are parsed, everywhere the same. */
  static CommandLine configured(CommandLine commandLine) {
    readWords(commandLine);
    return commandLine
        .setExpandAtFiles(false) // they are already, as far as a limit
        .setAbbreviatedOptionsAllowed(false)
        .registerConverter(Duration.class, new DurationConverter())
        .registerConverter(CatchUp.class, new CatchUpConverter())
        .registerConverter(PacingQuantum.class, new QuantumConverter());
  }

  /** Values of enumerations are read and listed as people write them, in all commands. */
  private static void readWords(CommandLine command) {
    for (ArgSpec arg : command.getCommandSpec().args()) {
      for (Class<?> type : arg.auxiliaryTypes()) {
        if (type.isEnum()) {
          readWords(command, type);
        }
      }
    }
    command.getSubcommands().values().forEach(Main::readWords);
  }

  private static <T> void readWords(CommandLine command, Class<T> type) {
    command.registerConverter(type, new Words<>(type));
  }

  private static void groupOptions(CommandLine command) {
    command.getHelpSectionMap().put(SECTION_KEY_OPTION_LIST_HEADING, help -> "");
    command.getHelpSectionMap().put(SECTION_KEY_OPTION_LIST, new GroupedOptions());
    command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    command.getSubcommands().values().forEach(Main::groupOptions);
  }
}
