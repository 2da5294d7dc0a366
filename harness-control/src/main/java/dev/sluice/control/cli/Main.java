package dev.sluice.control.cli;

import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST;
import static picocli.CommandLine.Model.UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING;

import dev.sluice.control.secret.Secrets;
import dev.sluice.core.rate.CatchUp;
import dev.sluice.core.rate.PacingQuantum;
import dev.sluice.jms.worker.Browser;
import dev.sluice.jms.worker.Churn;
import dev.sluice.jms.worker.CommitOn;
import dev.sluice.jms.worker.ReplyMatch;
import dev.sluice.jms.worker.ReplyPlace;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import picocli.CommandLine;

/** The program. */
public final class Main {

  private Main() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    OutOfMemory memory = OutOfMemory.ofThisProcess();
    Secrets secrets = new Secrets();
    System.setErr(secrets.masking(System.err)); // where libraries and the JVM write to
    Logging.configure(false);
    PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    try {
      System.exit(commandLine(out, err, secrets).execute(args));
    } catch (OutOfMemoryError e) {
      memory.happens();
      Runtime.getRuntime().halt(ExitCode.FAILED_RUN); // threads may be left that never end
    }
  }

  /** The whole command line, which writes where it is told to. */
  static CommandLine commandLine(PrintWriter out, PrintWriter err) {
    return commandLine(out, err, new Secrets());
  }

  /**
   * The same.
   *
   * @param secrets those known already; those of the arguments are added
   */
  static CommandLine commandLine(PrintWriter out, PrintWriter err, Secrets secrets) {
    ErrorHandling errors = new ErrorHandling(secrets);
    CommandLine commandLine =
        configured(new CommandLine(new SluiceCommand(), new CommandFactory(secrets)));
    commandLine
        .setOut(secrets.masking(out))
        .setErr(secrets.masking(err))
        .setExecutionStrategy(
            parsed -> {
              secrets.addIn(parsed.expandedArgs());
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
    return commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setAbbreviatedOptionsAllowed(false)
        .registerConverter(Duration.class, new DurationConverter())
        .registerConverter(CatchUp.class, new CatchUpConverter())
        .registerConverter(PacingQuantum.class, new QuantumConverter())
        .registerConverter(Spread.class, new Words<>(Spread.class))
        .registerConverter(
            SessionOptions.Acknowledge.class, new Words<>(SessionOptions.Acknowledge.class))
        .registerConverter(OnTimeout.class, new Words<>(OnTimeout.class))
        .registerConverter(ReplyMatch.class, new Words<>(ReplyMatch.class))
        .registerConverter(ReplyPlace.class, new Words<>(ReplyPlace.class))
        .registerConverter(CommitOn.class, new Words<>(CommitOn.class))
        .registerConverter(Churn.Cycle.class, new Words<>(Churn.Cycle.class))
        .registerConverter(Browser.Unit.class, new Words<>(Browser.Unit.class));
  }

  private static void groupOptions(CommandLine command) {
    command.getHelpSectionMap().put(SECTION_KEY_OPTION_LIST_HEADING, help -> "");
    command.getHelpSectionMap().put(SECTION_KEY_OPTION_LIST, new GroupedOptions());
    command.getCommandSpec().usageMessage().abbreviateSynopsis(true);
    command.getSubcommands().values().forEach(Main::groupOptions);
  }
}
