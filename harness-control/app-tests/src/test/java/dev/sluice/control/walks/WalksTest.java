package dev.sluice.control.walks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.walks.CountWalk.Station;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Who follows a command or a count through the code reads few classes. The walks are recorded as
 * the program runs, by a debugger; {@link RateWalk} and {@link CountWalk} say what is on the way.
 * The rate changes by little, because a worker under a debugger would be late for a higher one, and
 * not wait for its due time.
 */
@Timeout(900)
class WalksTest {

  private static final String WORKER = "senders-1";

  /** So many classes may be on the way of a rate command to a worker. */
  private static final int MOST_FOR_A_RATE = 22;

  /** So many may be on that of a count to {@code run.json}. */
  private static final int MOST_FOR_A_COUNT = 20;

  /**
   * So many may be on that of an agent's count to the summary of its fleet. The way that the same
   * count takes to the fleet's intervals is another one, by {@code IntervalSums}.
   */
  private static final int MOST_FOR_A_COUNT_OF_A_FLEET = 26;

  private static final int COMMIT_EVERY = 997;

  @Test
  void aRatePassesFewClassesFromTheSocketToAWakingWorker() throws Exception {
    try (WalkedProgram program =
            new WalkedProgram(line("send --provider null --rate 0.0001 --control 0"));
        WalkedProgram.Commands commands = program.commands()) {
      commands.ask("rate 0.0002"); // so that no class is new
      Set<String> way =
          RateWalk.record(program.machine(), WORKER, () -> commands.send("rate +0.115"));
      assertThat(way).hasSizeLessThanOrEqualTo(MOST_FOR_A_RATE);
    }
  }

  @Test
  @Tag("soak") // an interval of 30 s and a debugger beside a broker
  void aCountPassesFewClassesFromTheWorkerToTheRunFolder(@TempDir Path folder) throws Exception {
    List<String> line =
        line(
            "send --provider embedded --queue Q --rate 0.0001 --interval 30s --control 0"
                + " --transacted --commit-every "
                + COMMIT_EVERY
                + " --out");
    line.add(folder.resolve("run").toString());
    try (WalkedProgram program = new WalkedProgram(line);
        WalkedProgram.Commands commands = program.commands()) {
      commands.awaitInterval();
      commands.ask("rate 0");
      Set<String> way = new TreeSet<>(CountWalk.counting(program.machine(), WORKER));
      long committed = commands.pauseWithin(COMMIT_EVERY);
      CountWalk walk =
          new CountWalk(
              program.machine(),
              committed,
              List.of("intervals", "main", "sink-RunFolder"),
              List.of(
                  new Station("Measurement.close", false, true, ""),
                  new Station("Measurement.summary", false, false, "EventBus$SinkQueue.offer"),
                  new Station("RunFolder.summary", true, true, "FileOpener.replace")));
      way.addAll(walk.record(() -> commands.ask("stop")));
      assertThat(way).hasSizeLessThanOrEqualTo(MOST_FOR_A_COUNT);
    }
  }

  @Test
  @Tag("soak") // two debuggers beside a broker
  void aCountPassesFewClassesFromAnAgentsWorkerToTheSummaryOfTheFleet(@TempDir Path folder)
      throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "a secret of sixteen characters");
    String fleet = " --fleet walk --bind 127.0.0.1 --fleet-secret-file " + secret;
    int port = freePort();
    String send =
        "send --provider embedded --queue Q --rate 0.0001 --interval 1h --control 0"
            + " --stop-timeout 5m --lease 10m --transacted --commit-every "
            + COMMIT_EVERY
            + " --peers 127.0.0.1:"
            + port;
    try (WalkedProgram agent =
            new WalkedProgram(line("agent --name a --fleet-port " + port + fleet));
        WalkedProgram controller = new WalkedProgram(line(send + fleet));
        WalkedProgram.Commands commands = controller.commands()) {
      commands.ask("rate 0");
      Set<String> way = new TreeSet<>(CountWalk.counting(agent.machine(), WORKER));
      long committed =
          commands.pauseWithin(COMMIT_EVERY, () -> CountWalk.iterations(agent.machine()));
      CountWalk ofAgent =
          new CountWalk(
              agent.machine(),
              committed,
              List.of("task ", "sink-controller", "fleet-protocol"),
              List.of(
                  new Station("Measurement.close", false, true, "EventBus$SinkQueue.offer"),
                  new Station("AgentPart$Reporter.interval", true, true, "FleetChannel.execute"),
                  new Station("Measurement.summary", false, true, ""),
                  new Station("AgentPart.tellLast", true, true, ""),
                  new Station("Agent.sendItems", false, true, "Connection.send")));
      CountWalk ofController =
          new CountWalk(
              controller.machine(),
              committed,
              List.of("fleet-protocol", "run"),
              List.of(
                  new Station("FleetChannel.received", true, true, "AgentTotals.add"),
                  new Station("FleetRun.summary", false, false, "")));
      commands.send("stop");
      FutureTask<Set<String>> atController = new FutureTask<>(() -> ofController.record(() -> {}));
      new Thread(atController, "walk of the controller").start();
      way.addAll(ofAgent.record(() -> {}));
      way.addAll(atController.get());
      assertThat(way).hasSizeLessThanOrEqualTo(MOST_FOR_A_COUNT_OF_A_FLEET);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private static List<String> line(String text) {
    return new ArrayList<>(List.of(text.split(" ")));
  }
}
