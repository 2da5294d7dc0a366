package dev.sluice.control.cli.command.ccdt;

import dev.sluice.control.process.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Commands for channel definition tables. */
@Command(
    name = "ccdt",
    description = "Check or write the JSON channel definition tables (CCDT) of IBM MQ clients.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CcdtCheckCommand.class, CcdtGenerateCommand.class})
public final class CcdtCommand implements Callable<Integer> {

  @Spec CommandSpec command;

  @Override
  public Integer call() {
    command.commandLine().usage(command.commandLine().getOut());
    return ExitCode.USAGE;
  }
}
