package dev.sluice.it.brokers;

import dev.sluice.it.endurance.Footprint;
import dev.sluice.it.run.ChildProcess;
import dev.sluice.mqsim.client.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What many connections of a real client cost, on platform and on virtual threads in turns, and
 * what becomes of them when the broker is killed and started again. {@code
 * bench/many-connections.sh} says how to call it.
 */
public final class ManyConnections {

  private static final Duration PATIENCE = Duration.ofMinutes(6);
  private static final int MEASURED_SECONDS = 20;
  private static final int WARM_SECONDS = 10;
  private static final int OUTAGE_SECONDS = 45;

  private static final String PLAN =
      """
      providers: {broker: %s}
      workloads:
        senders: {type: send, queue: Q.MANY, threads: %d, rate: %s, verify: true, worker-threads: %s,
          start-timeout: 5m}
        receivers: {type: receive, queue: Q.MANY, threads: 8, verify: true, receive-timeout: 1s}
      run: {duration: %ds, interval: 1s, stop-timeout: 30s}
      """;

  private final String broker;
  private final int connections;
  private final String rate;
  private final String java;

  private ManyConnections(String[] args) {
    this.broker = args[0];
    this.connections = Integer.parseInt(args[1]);
    this.rate = args[2];
    this.java = args[4];
  }

  /** Plays BROKER CONNECTIONS RATE TURNS JAVA. */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory("many-connections");
    System.out.printf("%s, %s connections x %s/s%n", args[0], args[1], args[2]);
    System.out.println(
        "threads      up s  harness s  broker s  rss MiB  threads  open files  verdict, exit code");
    ManyConnections bench = new ManyConnections(args);
    for (int turn = 0; turn < Integer.parseInt(args[3]); turn++) {
      for (String kind :
          turn % 2 == 0 ? List.of("virtual", "platform") : List.of("platform", "virtual")) {
        bench.turn(kind, Files.createDirectories(folder.resolve(turn + "-" + kind)));
      }
    }
  }

  private ServedBroker served(Path own) throws Exception {
    return switch (broker) {
      case "artemis" -> ArtemisServer.alone(own);
      case "classic" -> new ClassicServer(own);
      case "qpid" -> new BrokerJ(own);
      case "rabbitmq" -> new RabbitMq(own);
      case "ibmmq" -> new SimulatedMq(own, "ibm.mq");
      default -> throw new IllegalArgumentException("no such broker: " + broker);
    };
  }

  private void turn(String kind, Path own) throws Exception {
    try (ServedBroker served = served(own)) {
      served.start();
      Path plan = own.resolve("plan.yaml");
      Files.writeString(
          plan,
          PLAN.formatted(
              // without it a connection of Qpid's client takes 4 MiB
              served.provider().replaceAll("amqp:[^']*", "$0?amqp.maxFrameSize=65536"),
              connections,
              rate,
              kind,
              WARM_SECONDS + MEASURED_SECONDS + OUTAGE_SECONDS));
      Path output = own.resolve("output.txt");
      long begun = System.nanoTime();
      Process program =
          ChildProcess.builder(command(served, plan, own))
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        boolean up =
            Eventually.holds(
                PATIENCE,
                () -> !program.isAlive() || Files.readString(output).contains("schedule starts"));
        if (!up || !program.isAlive()) {
          System.out.printf("%-9s not up: %s%n", kind, last(output));
          return;
        }
        double upSeconds = (System.nanoTime() - begun) / 1e9;
        Thread.sleep(WARM_SECONDS * 1_000L);
        double harness = cpu(program.toHandle());
        double brokers = cpu(served.process().handle());
        Thread.sleep(MEASURED_SECONDS * 1_000L);
        harness = cpu(program.toHandle()) - harness;
        brokers = cpu(served.process().handle()) - brokers;
        long rss = Footprint.residentBytes(program.pid()) >> 20;
        long threads = Footprint.threads(program.pid());
        long files = Footprint.descriptors(program.pid());
        served.kill();
        served.start();
        ChildProcess.awaitEnd(program, PATIENCE);
        System.out.printf(
            Locale.ROOT,
            "%-9s %7.1f  %9.2f  %8.2f  %7d  %7d  %10d  %s, %s%n",
            kind,
            upSeconds,
            harness,
            brokers,
            rss,
            threads,
            files,
            verdict(output),
            program.isAlive() ? "still runs" : program.exitValue());
      } finally {
        program.destroyForcibly();
      }
    }
  }

  private List<String> command(ServedBroker served, Path plan, Path own) {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(List.of("-Xmx" + System.getProperty("heap"), "-jar"));
    command.add(served.program().toString());
    command.addAll(List.of("run", plan.toString(), "--out", own.resolve("results").toString()));
    command.add("--detail");
    return command;
  }

  /** Processor time of a process and of those it has started, in seconds. */
  private static double cpu(ProcessHandle process) {
    return Stream.concat(Stream.of(process), process.descendants())
        .map(each -> each.info().totalCpuDuration().orElse(Duration.ZERO))
        .mapToDouble(each -> each.toMillis() / 1e3)
        .sum();
  }

  /** The first line of the summary. */
  private static String verdict(Path output) throws IOException {
    try (Stream<String> lines = Files.lines(output)) {
      return lines
              .dropWhile(line -> !line.contains("* stopping"))
              .dropWhile(line -> !line.isBlank())
              .filter(line -> !line.isBlank())
              .findFirst()
              .orElse("no summary")
          + " ["
          + output
          + "]";
    }
  }

  private static String last(Path output) throws IOException {
    List<String> lines = Files.readAllLines(output);
    return lines.get(lines.size() - 1);
  }
}
