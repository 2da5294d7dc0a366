package dev.sluice.it.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A broker is killed under clients that reconnect inside their calls, and is back after a time that
 * is drawn: the run was interrupted, for as long as a clock outside says. It is back between when
 * it listens and when it says that it is up. Runs two of each client, or as many as the property
 * {@code reconnecting.runs} says.
 */
@Tag("soak")
class SelfReconnectingClientsIT {

  private static final Pattern SAID =
      Pattern.compile(
          "verdict interrupted: connections were lost for ([0-9.]+) s of [0-9.]+ s \\(4 of 4 .*");

  /** What is said may be shorter than the outage by this much: the client notices it at once. */
  private static final double EARLY_SECONDS = 0.25;

  /** And longer by this much: a connection is back when its client, which tries again, has it. */
  private static final double LATE_SECONDS = 1;

  @TempDir Path directory;

  /**
   * A client.
   *
   * @param options of the client, with a place for the port
   */
  private record Client(String name, Broker.Maker broker, List<String> options) {

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Client> clients() {
    Client artemis =
        new Client(
            "Artemis",
            ArtemisBroker::new,
            List.of(
                "--provider",
                "artemis",
                "--url",
                "tcp://127.0.0.1:%d?reconnectAttempts=-1&retryInterval=50&ha=true"));
    Client classic =
        new Client(
            "Classic",
            ClassicBroker::new,
            List.of(
                "--provider",
                "factory",
                "--class-path",
                HostProcess.built("src-it/tests/target/clients/activemq").toString(),
                "--factory-class",
                "org.apache.activemq.ActiveMQConnectionFactory",
                "--factory-property",
                "brokerURL=failover:(tcp://127.0.0.1:%d)?initialReconnectDelay=50"
                    + "&useExponentialBackOff=false"));
    return Stream.of(artemis, classic)
        .flatMap(
            each -> Stream.generate(() -> each).limit(Integer.getInteger("reconnecting.runs", 2)));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void theRunWasInterruptedForAsLongAsTheBrokerWasGone(Client client) throws Exception {
    try (Broker broker =
        client.broker.start(Files.createDirectories(directory.resolve("broker")))) {
      Path output = directory.resolve("output.txt");
      Process process =
          SluiceProcess.start(
              directory,
              output,
              Stream.of(
                      List.of("send", "--queue", "Q", "--threads", "4", "--rate", "10"),
                      List.of("--duration", "16s"),
                      client.options.stream().map(each -> each.formatted(broker.port())).toList())
                  .flatMap(List::stream)
                  .toList());
      while (!Files.readString(output).contains("4/4")) {
        assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
        Thread.sleep(50); // processes take real time
      }
      long killedNanos = System.nanoTime();
      broker.kill();
      Thread.sleep(1_000 + new Random().nextInt(5_000));
      Thread starter = new Thread(() -> start(broker));
      starter.start();
      while (!listens(broker.port())) {
        Thread.sleep(5);
      }
      double goneSeconds = (System.nanoTime() - killedNanos) / 1e9;
      starter.join();
      double upSeconds = (System.nanoTime() - killedNanos) / 1e9;
      assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
      String said = Files.readString(output);
      System.out.println(
          client + ": gone for " + goneSeconds + " to " + upSeconds + " s; " + verdict(said));
      assertThat(SAID.matcher(said).results().map(MatchResult::group).toList()).as(said).hasSize(1);
      double saidSeconds =
          SAID.matcher(said).results().mapToDouble(each -> Double.parseDouble(each.group(1))).sum();
      assertThat(saidSeconds)
          .as(said)
          .isBetween(goneSeconds - EARLY_SECONDS, upSeconds + LATE_SECONDS);
      assertThat(said).as(said).contains("reconnects 4");
    }
  }

  private static String verdict(String said) {
    return said.lines()
        .filter(each -> each.contains("verdict") || each.contains("reconnects"))
        .toList()
        .toString();
  }

  private static void start(Broker broker) {
    try {
      broker.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
