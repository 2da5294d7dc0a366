package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.cli.option.Converters;
import dev.sluice.control.cli.option.provider.CommandBrokerOptions;
import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.endpoint.legacy.FifoCommands;
import dev.sluice.control.endpoint.legacy.QueueCommands;
import dev.sluice.control.endpoint.legacy.StopPort;
import dev.sluice.control.process.Endpoints.Endpoint;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where commands come from besides the command socket. */
@Command(optionListHeading = "%nOther sources of commands:%n")
public final class SourceOptions extends CommandPart {

  @Option(
      names = "--control-fifo",
      paramLabel = "PATH",
      description =
          "Also read commands from a named pipe, which is created at this path and "
              + "removed at the end; replies are printed.")
  Path fifo;

  @Option(
      names = "--control-queue",
      paramLabel = "NAME",
      description = "Also read commands from this queue; needs --control-reply-queue.")
  String queue;

  @Option(
      names = "--control-reply-queue",
      paramLabel = "NAME",
      description = "Queue for the replies to --control-queue.")
  String replyQueue;

  @Mixin CommandBrokerOptions broker;

  @Option(
      names = "--stop-port",
      paramLabel = "PORT",
      converter = Converters.Port.class,
      description = "End the run when a client connects to this port; 0 = any free one.")
  Integer stopPort;

  @Option(
      names = "--stop-bind",
      paramLabel = "ADDRESS",
      description =
          "Address for --stop-port (default ${DEFAULT-VALUE}); anybody who can reach it "
              + "can end the run.")
  String stopBind = "127.0.0.1";

  /**
   * All that are wanted.
   *
   * @param run the id of the run
   * @param runProvider where the run connects to, if it connects
   * @param given the options of the run's provider
   */
  public List<Endpoint> endpoints(
      String run, Optional<JmsProvider> runProvider, GivenOptions given) {
    requires("--stop-port", stopPort != null, "--stop-bind");
    requires("--control-queue", queue != null, broker.optionNames());
    List<Endpoint> endpoints = new ArrayList<>();
    if (fifo != null) {
      endpoints.add(
          (control, statistics, terminal) -> {
            CommandRunner runner =
                new CommandRunner(control, statistics, run + ",", secrets()::mask);
            FifoCommands commands =
                FifoCommands.open(
                    fifo, line -> runner.answer(line, "the pipe " + fifo), terminal::line);
            terminal.line("commands from the pipe " + fifo);
            return commands;
          });
    }
    if (stopPort != null) {
      endpoints.add(stopEndpoint());
    }
    if ((queue == null) != (replyQueue == null)) {
      throw refusal("'--control-queue' and '--control-reply-queue' go together");
    }
    if (queue != null) {
      endpoints.add(queueEndpoint(run, queueProvider(runProvider, given)));
    }
    return endpoints;
  }

  private Endpoint stopEndpoint() {
    InetAddress address = address("--stop-bind", stopBind);
    return (control, statistics, terminal) -> {
      StopPort port =
          StopPort.open(
              new InetSocketAddress(address, stopPort),
              () -> control.stop("a client connected to the stop port"));
      terminal.line("a connection to port " + port.address().getPort() + " ends the run");
      return port;
    };
  }

  private Endpoint queueEndpoint(String run, JmsProvider provider) {
    return (control, statistics, terminal) -> {
      String prefix = "id=" + run + ",";
      CommandRunner runner = new CommandRunner(control, statistics, prefix, secrets()::mask);
      QueueCommands commands =
          QueueCommands.open(
              provider,
              queue,
              replyQueue,
              prefix + "command server listening on " + queue,
              line -> runner.answer(line, "the queue " + queue));
      terminal.line("commands from the queue " + queue);
      return commands;
    };
  }

  private JmsProvider queueProvider(Optional<JmsProvider> runProvider, GivenOptions given) {
    return broker
        .open(given)
        .or(() -> runProvider)
        .orElseThrow(
            () ->
                refusal(
                    "'--control-queue' with '--provider null' needs '" + broker.choosing() + "'"));
  }
}
