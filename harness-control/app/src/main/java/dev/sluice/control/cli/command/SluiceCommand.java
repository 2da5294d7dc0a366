package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.GroupedOptions;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.Logging;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The program without a command: shows help. */
@Command(
    name = "sluice",
    description = {
      "A JMS performance harness with remote rate control.",
      "Worker threads put and get messages at a rate that you can change during the run."
    },
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = SluiceCommand.Version.class,
    footer = {
      "",
      "Options can also come from a file: sluice send @options.txt",
      "Exit codes: 0 success, 1 the run failed in part, 2 wrong usage, 3 no "
          + "connection to the broker,",
      "4 an objective was missed or a gate says worse, 5 not judged, 6 better, if a gate is to tell."
    })
final class SluiceCommand implements Callable<Integer> {

  @Spec CommandSpec command;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Log more, and show stack traces of errors.")
  void verbose(boolean verbose) {
    Logging.configure(verbose);
  }

  @Option(
      names = GroupedOptions.ALL,
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show all options of a command, not only those that most runs need, and exit.")
  boolean helpAll;

  @Override
  public Integer call() {
    command.commandLine().usage(command.commandLine().getOut());
    return ExitCode.USAGE;
  }

  /** Reads the version from the jar's manifest. */
  static final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
      String version = SluiceCommand.class.getPackage().getImplementationVersion();
      return new String[] {
        "sluice " + (version == null ? "(not packaged)" : version), "JVM " + Runtime.version()
      };
    }
  }
}
