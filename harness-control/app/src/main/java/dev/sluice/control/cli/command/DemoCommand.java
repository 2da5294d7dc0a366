package dev.sluice.control.cli.command;

import dev.sluice.control.cli.command.workload.WorkloadCommand;
import dev.sluice.control.cli.option.CommandPart;
import dev.sluice.control.endpoint.client.CommandClient;
import dev.sluice.control.endpoint.client.HostPort;
import dev.sluice.control.endpoint.client.Reply;
import dev.sluice.control.endpoint.socket.CommandServer;
import dev.sluice.control.endpoint.socket.CommandServerSettings;
import dev.sluice.control.process.ExitCode;
import dev.sluice.control.process.Logging;
import dev.sluice.control.process.Signals;
import dev.sluice.control.secret.Secrets;
import dev.sluice.control.sink.console.ConsoleReporter;
import dev.sluice.control.sink.console.Figures;
import dev.sluice.control.sink.console.Terminal;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.Run;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunSpec;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ProviderTypes;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.tracking.Delivery;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Shows the main job on an embedded broker, in about 20 seconds. */
@Command(
    description = {
      "Show the main features on a broker inside this process, in about 20 seconds.",
      "4 senders and 4 receivers; the command socket raises the senders' rate three times."
    })
final class DemoCommand extends CommandPart implements Callable<Integer> {

  private static final List<String> BOTH_ENDS =
      List.of("--threads=4", "--queue=DEMO", "--verify", "--end-to-end=same-host");
  private static final Duration DURATION = Duration.ofSeconds(20);
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration DRAIN = Duration.ofMillis(500);
  private static final Duration BETWEEN_BUMPS = Duration.ofSeconds(5);
  private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(5);
  private static final List<String> BUMPS =
      List.of("rate senders 250", "rate senders +250", "total senders 4000");

  @Override
  public Integer call() throws IOException, InterruptedException, StartFailedException {
    Terminal terminal = new Terminal(out(), false);
    Logging.configure(ProviderTypes.find(""));
    try (JmsProvider broker = EmbeddedProvider.inProcess()) {
      Run run = newRun(broker, terminal);
      Signals.onFirst(() -> run.control().stop("it was interrupted"));
      try (CommandServer server =
          new CommandServer(run.control(), CommandServerSettings.onLoopback(0))) {
        InetSocketAddress socket = server.start();
        terminal.line(
            "command socket on port "
                + socket.getPort()
                + "; try: telnet localhost "
                + socket.getPort());
        Thread operator = operator(socket, terminal);
        operator.start();
        try {
          return conclude(run.execute(), terminal);
        } finally {
          operator.interrupt();
        }
      }
    }
  }

  private Run newRun(JmsProvider broker, Terminal terminal) {
    Delivery deliveries = Delivery.of(Delivery.Role.ACCOUNT);
    WorkloadSpec senders = workload(broker, deliveries, "send", "--rate=100", "--size=2KiB");
    WorkloadSpec receivers =
        workload(broker, deliveries, "receive", "--receive-timeout=1s").withDrain(DRAIN);
    return new Run(
        new RunSpec(
            "demo",
            List.of(senders, receivers),
            DURATION,
            Duration.ZERO,
            INTERVAL,
            Duration.ofSeconds(30)),
        List.of(new ConsoleReporter(terminal, ZoneId.systemDefault())));
  }

  /** That of a command line. */
  private WorkloadSpec workload(JmsProvider broker, Delivery deliveries, String... line) {
    String[] words = Stream.concat(Stream.of(line), BOTH_ENDS.stream()).toArray(String[]::new);
    CommandLine program = Commands.commandLine(out(), err(), new Secrets(), words);
    WorkloadCommand command =
        (WorkloadCommand) program.parseArgs(words).subcommand().commandSpec().userObject();
    return command.spec(command.workloadName(), broker, deliveries);
  }

  /** Does what a person would do by telnet. */
  private static Thread operator(InetSocketAddress socket, Terminal terminal) {
    HostPort address = new HostPort(socket.getAddress().getHostAddress(), socket.getPort());
    CommandClient client = new CommandClient(Optional.empty());
    Thread operator =
        new Thread(
            () -> {
              try {
                for (String bump : BUMPS) {
                  Thread.sleep(BETWEEN_BUMPS.toMillis());
                  terminal.line("> " + bump);
                  Reply reply = client.send(address, bump, REPLY_TIMEOUT);
                  reply.lines().forEach(line -> terminal.line("< " + line));
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the demo has ended before its time
              }
            },
            "demo operator");
    operator.setDaemon(true);
    return operator;
  }

  private static int conclude(Summary summary, Terminal terminal) {
    long sent = summary.workloads().get(0).whole().counts().iterations();
    Summary.Workload receivers = summary.workloads().get(1);
    long received = receivers.whole().counts().iterations();
    long lost = receivers.delivery().map(DeliveryCounts::lost).orElse(sent - received);
    terminal.line("");
    terminal.line(
        "sent "
            + Figures.count(sent)
            + ", received "
            + Figures.count(received)
            + ", lost "
            + Figures.count(lost));
    return summary.clean() && sent == received ? ExitCode.OK : ExitCode.FAILED_RUN;
  }
}
