package dev.sluice.it.bench;

import dev.sluice.core.run.RateTarget;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Prints how many messages per second go through one simulated queue manager and where the
 * processor time goes: simulator and client are processes of their own. These are figures of the
 * simulator, to know up to which rate it is of use; they say nothing about IBM MQ.
 */
@Command(name = "mqsim-bench", mixinStandardHelpOptions = true, sortOptions = false)
final class SimulatorBenchmark implements Callable<Integer> {

  private static final List<Integer> PAIRS = List.of(1, 10, 180);
  private static final int MANY_PAIRS = 180;

  @Option(
      names = "--simulator",
      required = true,
      paramLabel = "JAR",
      description = "the simulator's jar")
  private Path simulator;

  @Option(
      names = "--beside",
      paramLabel = "NAME:PORT:PID",
      description = "also measure this server, which runs already as QM1; may be repeated")
  private List<String> others = List.of();

  @Option(
      names = "--seconds",
      defaultValue = "10",
      paramLabel = "N",
      description = "measured part of each run (default ${DEFAULT-VALUE})")
  private int seconds;

  @Option(
      names = "--warmup",
      defaultValue = "5",
      paramLabel = "N",
      description = "seconds before it (default ${DEFAULT-VALUE})")
  private int warmupSeconds;

  @Option(
      names = "--paced",
      defaultValue = "1000",
      paramLabel = "N",
      description = "messages/s of the last run, with a fixed pace (default ${DEFAULT-VALUE})")
  private double pacedPerSecond;

  public static void main(String[] args) {
    System.exit(new CommandLine(new SimulatorBenchmark()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    List<Server> servers = new ArrayList<>();
    servers.add(Server.startSimulator(simulator));
    others.stream().map(Server::running).forEach(servers::add);
    List<Case> cases = new ArrayList<>();
    PAIRS.forEach(pairs -> cases.add(new Case(pairs, RateTarget.asFastAsPossible())));
    cases.add(new Case(MANY_PAIRS, new RateTarget.Total(pacedPerSecond)));
    Duration warmup = Duration.ofSeconds(warmupSeconds);
    for (Server server : servers) { // else the first one is charged for the client's compiling
      new Case(MANY_PAIRS, RateTarget.asFastAsPossible()).run(server, warmup, warmup);
    }
    System.out.println(Row.HEADING);
    for (Case each : cases) {
      for (Server server : servers) {
        System.out.println(each.run(server, warmup, Duration.ofSeconds(seconds)));
      }
    }
    return 0;
  }
}
