package dev.sluice.control.cli.option.run;

import dev.sluice.control.cli.option.Numbers;
import dev.sluice.control.cli.option.OptionRules;
import dev.sluice.control.cli.option.provider.CommandBrokerOptions;
import dev.sluice.control.command.CommandRunner;
import dev.sluice.control.endpoint.FifoCommands;
import dev.sluice.control.endpoint.QueueCommands;
import dev.sluice.control.endpoint.StopPort;
import dev.sluice.control.process.Endpoints.Endpoint;
import dev.sluice.control.secret.Secrets;
import dev.sluice.jms.provider.GivenOptions;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderTypes;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where commands come from besides the command socket. */
@Command(optionListHeading = "%nOther sources of commands:%n")
public final class SourceOptions {

  private final Secrets secrets;
  private final CommandBrokerOptions broker;

  @Spec(Spec.Target.MIXEE)
  CommandSpec command;

  @Option(
      names = "--control-fifo",
      order = 41,
      paramLabel = "PATH",
      description =
          "Also read commands from a named pipe, which is created at this path and "
              + "removed at the end; replies are printed.")
  Path fifo;

  @Option(
      names = "--control-queue",
      order = 42,
      paramLabel = "NAME",
      description = "Also read commands from this queue; needs --control-reply-queue.")
  String queue;

  @Option(
      names = "--control-reply-queue",
      order = 43,
      paramLabel = "NAME",
      description = "Queue for the replies to --control-queue.")
  String replyQueue;

  @Mixin CommandSpec brokerGroup;

  @Option(
      names = "--stop-port",
      order = 48,
      paramLabel = "PORT",
      converter = Numbers.Port.class,
      description = "End the run when a client connects to this port; 0 = any free one.")
  Integer stopPort;

  @Option(
      names = "--stop-bind",
      order = 49,
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address for --stop-port (default ${DEFAULT-VALUE}); anybody who can reach it "
              + "can end the run.")
  String stopBind;

  public SourceOptions(Secrets secrets, ProviderTypes types) {
    this.secrets = secrets;
    this.broker = new CommandBrokerOptions(types, 44);
    this.brokerGroup = broker.group();
  }

  /**
   * All that are wanted.
   *
   * @param run the id of the run
   * @param runProvider where the run connects to, if it connects
   * @param given the options of the run's provider
   */
  public List<Endpoint> endpoints(
      String run, Optional<JmsProvider> runProvider, GivenOptions given) {
    OptionRules rules = new OptionRules(command); // what would be ignored is refused
    rules.requires("--stop-port", stopPort != null, "--stop-bind");
    rules.requires("--control-queue", queue != null, broker.names().toArray(String[]::new));
    List<Endpoint> endpoints = new ArrayList<>();
    if (fifo != null) {
      endpoints.add(
          (control, statistics, terminal) -> {
            CommandRunner runner = new CommandRunner(control, statistics, run + ",", secrets::mask);
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
      throw new OptionRules(command)
          .refusal("'--control-queue' and '--control-reply-queue' go together");
    }
    if (queue != null) {
      endpoints.add(queueEndpoint(run, queueProvider(runProvider, given, rules)));
    }
    return endpoints;
  }

  private Endpoint stopEndpoint() {
    InetAddress address;
    try {
      address = InetAddress.getByName(stopBind);
    } catch (UnknownHostException e) {
      throw new OptionRules(command)
          .invalid("--stop-bind", "'" + stopBind + "': unknown address", e);
    }
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
      CommandRunner runner = new CommandRunner(control, statistics, prefix, secrets::mask);
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

  private JmsProvider queueProvider(
      Optional<JmsProvider> runProvider, GivenOptions given, OptionRules rules) {
    return broker
        .open(given, rules)
        .or(() -> runProvider)
        .orElseThrow(
            () ->
                new OptionRules(command)
                    .refusal(
                        "'--control-queue' with '--provider null' needs '"
                            + broker.choosing()
                            + "'"));
  }
}
