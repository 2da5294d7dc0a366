package dev.sluice.control.cli.command.ccdt;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.process.ExitCode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Commands for channel definition tables. */
@Command(
    description = "Check or write the JSON channel definition tables (CCDT) of IBM MQ clients.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CcdtCheckCommand.class, CcdtGenerateCommand.class})
public final class CcdtCommand extends CommandPart implements Callable<Integer> {

  @Override
  public Integer call() {
    command().commandLine().usage(out());
    return ExitCode.USAGE;
  }
}
