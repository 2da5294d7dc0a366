package dev.sluice.control.cli.command;

import dev.sluice.control.format.RunFolderException;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.FreshRuns.RunFailedException;
import dev.sluice.control.process.Logging;
import dev.sluice.control.scenario.reading.ScenarioReader;
import dev.sluice.control.scenario.yaml.ScenarioException;
import dev.sluice.control.secret.SecretRules;
import dev.sluice.control.secret.Secrets;
import dev.sluice.core.text.InputFile;
import dev.sluice.core.text.NearestWord;
import dev.sluice.jms.provider.ConfigurationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.naming.CommunicationException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Wrong input gets one line that says what was wrong and what would be right. */
public final class ErrorHandling implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private final Secrets secrets;

  public ErrorHandling(Secrets secrets) {
    this.secrets = secrets;
  }

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    secrets.addIn(List.of(args));
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("sluice: " + oneLine(complaint(e)));
    if (e instanceof UnmatchedArgumentException unmatched) {
      suggest(unmatched, err);
    }
    err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
    return ExitCode.USAGE;
  }

  private static String complaint(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched
        && !unmatched.isUnknownOption()
        && e.getCommandLine().getParent() == null) {
      return "there is no command '" + unmatched.getUnmatched().get(0) + "'";
    }
    return e.getValue() != null
            && e.getArgSpec() instanceof OptionSpec option
            && option.typeInfo().isBoolean()
        ? option.longestName() + " takes no value: '" + e.getValue() + "'"
        : e.getMessage();
  }

  private static void suggest(UnmatchedArgumentException unmatched, PrintWriter err) {
    CommandSpec command = unmatched.getCommandLine().getCommandSpec();
    Set<String> known =
        unmatched.isUnknownOption()
            ? command.optionsMap().keySet()
            : command.subcommands().keySet();
    String given = unmatched.getUnmatched().get(0);
    String word = given.replaceFirst("=.*", "");
    if (!unmatched.isUnknownOption()
        && given.contains("=")
        && command.findOption("--set") != null) {
      err.println("Did you mean '--set " + given + "'?");
    } else if (command.parent() == null && ScenarioReader.isStep(word)) {
      err.println(
          "'"
              + word
              + "' is a step of a scenario; 'sluice run FILE' plays it (docs/scenarios.md).");
    } else if (word.startsWith("@")) {
      err.println("No options file has that name.");
    } else {
      NearestWord.of(word, known)
          .map(meant -> "Did you mean '" + meant + "'?")
          .or(() -> others(word, err))
          .ifPresent(err::println);
    }
  }

  /** The commands that have an option which this one lacks. */
  private static Optional<String> others(String option, PrintWriter err) {
    String names =
        Commands.commandLine(err, err).getSubcommands().entrySet().stream()
            .filter(each -> each.getValue().getCommandSpec().findOption(option) != null)
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of("'" + option + "' is an option of: " + names + ".");
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    if (e instanceof RunFolderException) { // the folder is what the line names
      return handleParseException(
          new ParameterException(command, e.getMessage(), e), new String[0]);
    }
    PrintWriter err = command.getErr();
    if (e instanceof ConfigurationException || e instanceof ScenarioException) {
      err.println("sluice: " + oneLine(e.getMessage()));
      printTrace(e, command);
      return e.getCause() instanceof CommunicationException
          ? ExitCode.NO_CONNECTION
          : ExitCode.USAGE;
    }
    if (e instanceof RunFailedException failed) {
      err.println("sluice: " + oneLine(e.getMessage()));
      return failed.exitCode();
    }
    boolean says = // a sentence of ours, or of a file
        e.getClass() == IOException.class || e instanceof FileSystemException;
    String why = says ? InputFile.failure((IOException) e) : e + " (--verbose shows where)";
    err.println("sluice: " + oneLine(why));
    printTrace(e, command);
    // a port that is taken is a wrong option: nothing was run
    return e.getCause() instanceof BindException ? ExitCode.USAGE : ExitCode.FAILED_RUN;
  }

  private static void printTrace(Exception e, CommandLine command) {
    if (Logging.isVerbose()) {
      e.printStackTrace(command.getErr());
    }
  }

  static String oneLine(String message) {
    return message == null ? "" : SecretRules.mask(message.strip().replaceAll("\\s*\\R\\s*", " "));
  }
}
