package dev.sluice.it.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.run.RunSummary;
import dev.sluice.mqsim.client.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A broker is killed under clients that reconnect inside their calls, and is back after a time that
 * is drawn: the run was interrupted, from the kill to when the last connection is back. A clock
 * outside, which sees what passes, says when that was: between its first answer and the first
 * answer to a message. Runs two of each client, or as many as the property {@code
 * reconnecting.runs} says.
 */
@Tag("soak")
class SelfReconnectingClientsIT {

  private static final Pattern SAID =
      Pattern.compile("connections were lost for ([0-9.]+) s of [0-9.]+ s \\(4 of 4 workers\\)");

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int WORKERS = 4;
  private static final double EXACT_SECONDS = 0.2;

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
                "brokerURL=failover:(tcp://127.0.0.1:%d)"
                    + "?initialReconnectDelay=50&maxReconnectDelay=50"));
    return Stream.of(artemis, classic)
        .flatMap(
            each -> Stream.generate(() -> each).limit(Integer.getInteger("reconnecting.runs", 2)));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void theRunWasInterruptedForAsLongAsTheBrokerWasGone(Client client) throws Exception {
    try (Broker broker = client.broker.start(Files.createDirectories(directory.resolve("broker")));
        AnswerClock clock = new AnswerClock(broker.port())) {
      Path output = directory.resolve("output.txt");
      Process process =
          SluiceProcess.start(
              directory,
              output,
              Stream.of(
                      List.of("send", "--queue", "Q", "--threads", "" + WORKERS, "--rate", "10"),
                      List.of("--message-property", "seen=" + AnswerClock.MARK),
                      List.of("--out", "results"),
                      client.options.stream().map(each -> each.formatted(clock.port())).toList())
                  .flatMap(List::stream)
                  .toList());
      while (!Files.readString(output).contains("4/4")) {
        assertThat(process.isAlive()).as(Files.readString(output)).isTrue();
        Thread.sleep(50); // processes take real time
      }
      clock.refuse();
      long killedNanos = System.nanoTime();
      broker.kill();
      Thread.sleep(1_000 + new Random().nextInt(5_000));
      Thread starter = new Thread(() -> start(broker));
      starter.start();
      while (!listens(broker.port())) {
        Thread.sleep(5);
      }
      clock.listen();
      double goneSeconds = (System.nanoTime() - killedNanos) / 1e9;
      starter.join();
      assertThat(Eventually.holds(PATIENCE, () -> clock.answers().size() == WORKERS)).isTrue();
      Thread.sleep(500);
      process.destroy();
      assertThat(process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
      String said = Files.readString(output);
      JSONObject senders = RunSummary.read(directory.resolve("results")).workload("senders");
      double lostSeconds = saidSeconds(senders.getString("explanation"));
      List<AnswerClock.Answers> answers = clock.answers();
      assertThat(answers).as(said).hasSize(WORKERS);
      double answeredSeconds = lastSeconds(answers, AnswerClock.Answers::anyNanos, killedNanos);
      double worksSeconds = lastSeconds(answers, AnswerClock.Answers::messageNanos, killedNanos);
      System.out.printf(
          Locale.ROOT,
          "%s: port back after %.3f s, all answered after %.3f s, their messages after %.3f s,"
              + " said %.1f s; %s%n",
          client,
          goneSeconds,
          answeredSeconds,
          worksSeconds,
          lostSeconds,
          senders.getString("verdict"));
      assertThat(senders.getString("verdict")).as(said).isEqualTo("interrupted");
      assertThat(lostSeconds)
          .as(said)
          .isBetween(answeredSeconds - EXACT_SECONDS, worksSeconds + EXACT_SECONDS);
      assertThat(said).contains("reconnects 4");
    }
  }

  private static double saidSeconds(String explanation) {
    Matcher said = SAID.matcher(explanation);
    assertThat(said.find()).as(explanation).isTrue();
    return Double.parseDouble(said.group(1));
  }

  private static double lastSeconds(
      List<AnswerClock.Answers> answers, ToLongFunction<AnswerClock.Answers> at, long fromNanos) {
    return (answers.stream().mapToLong(at).max().orElseThrow() - fromNanos) / 1e9;
  }

  private static void start(Broker broker) {
    try {
      broker.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }
}
