package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.ClientTlsOptions;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.run.TokenOption;
import dev.sluice.control.endpoint.client.Address;
import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.Reply;
import dev.sluice.control.process.ExitCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends a command to the command sockets of running processes. */
@Command(
    description = {
      "Send a command to one or more running processes.",
      "Prints each reply; the exit code is not 0 if any of them failed."
    },
    footer = {
      "  sluice ctl --at localhost:4444 status",
      "  sluice ctl --at app1:4444,app2:4444 rate +115",
      "  sluice ctl --at app1:4444 -- rate -50%%"
    })
public final class CtlCommand extends CommandPart implements Callable<Integer> {

  @Option(
      names = "--at",
      required = true,
      split = ",",
      paramLabel = "HOST:PORT",
      description = "Addresses of the command sockets, or of pages, such as http://app1:8080.")
  List<Address> addresses;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = Converters.TimeAboveZero.class,
      description = "Time-out for a reply (default ${DEFAULT-VALUE}).")
  Duration timeout;

  @Mixin TokenOption.ForCommands token;

  @Mixin ClientTlsOptions tls;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "A command and its arguments; 'help' lists them.")
  List<String> words;

  @Override
  public Integer call() throws InterruptedException {
    List<Reply> replies;
    try {
      replies =
          new CommandClient(token.token(), tls.tls())
              .sendToAll(addresses, String.join(" ", words), timeout);
    } catch (IllegalArgumentException e) {
      throw refusal(e.getMessage(), e);
    }
    for (Reply reply : replies) {
      String prefix = replies.size() > 1 ? reply.at() + " " : "";
      reply.lines().forEach(line -> out().println(prefix + line));
      if (!reply.ok() && !reply.lines().contains(reply.problem())) {
        complain(reply.problem());
      }
    }
    return exitCode(replies);
  }

  private static int exitCode(List<Reply> replies) {
    if (replies.stream().allMatch(Reply::ok)) {
      return ExitCode.OK;
    }
    boolean unreachable =
        replies.stream().anyMatch(reply -> !reply.ok() && reply.lines().isEmpty());
    return unreachable ? ExitCode.NO_CONNECTION : ExitCode.FAILED_RUN;
  }
}
