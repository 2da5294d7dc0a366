package dev.sluice.control.cli.command;

import dev.sluice.control.cli.option.ClientTlsOptions;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.run.TokenOption;
import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.endpoint.client.Reply;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.top.Top;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Watches a run from a terminal. */
@Command(
    description = {
      "Watch a running process from a terminal, and change its rate by keys.",
      "Shows rates, latencies and connections of each workload as they change.",
      "In a pipe it prints plain lines."
    },
    footer = "  sluice top --at app1:4444")
public final class TopCommand extends CommandPart implements Callable<Integer> {

  @Option(
      names = "--at",
      required = true,
      paramLabel = "HOST:PORT",
      description = "Address of the command socket.")
  HostPort at;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "Time-out for a reply (default ${DEFAULT-VALUE}).")
  Duration timeout;

  @Mixin TokenOption.ForCommands token;

  @Mixin ClientTlsOptions tls;

  @Override
  public Integer call() throws IOException {
    CommandClient client = new CommandClient(token.token(), tls.tls());
    Reply there = client.send(at, "status", timeout);
    if (!there.ok()) {
      complain(at + ": " + there.problem());
      return ExitCode.NO_CONNECTION;
    }
    Top.show(client, at, timeout);
    return ExitCode.OK;
  }
}
