package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a broker gets of a table with sizes and priorities. */
class PlayedMessagesTest {

  private static final int MESSAGES = 60;

  @TempDir Path folder;

  private Path table;

  /** Sixty messages in two seconds, no two alike, and one much later. */
  @BeforeEach
  void writeTable() throws IOException {
    table =
        Files.write(
            folder.resolve("day.csv"),
            Stream.concat(
                    Stream.of("put,size,priority", "1000,1,1"),
                    IntStream.range(0, MESSAGES).mapToObj(i -> i / 30.0 + "," + kind(i)))
                .toList());
  }

  private static String kind(int i) {
    return 100 * i + "," + i % 10;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--api classic --count 20",
        "--api simplified --count 20",
        "--rotate --queues 1..2 --count 20",
        "--async-send 5 --duration 2s"
      })
  void eachRecordedMessageIsSentOnce(String line) throws Exception {
    assertThat(sent(line.split(" ")))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, MESSAGES).mapToObj(PlayedMessagesTest::kind).toList());
  }

  @Test
  void optionsWin() throws Exception {
    assertThat(sent("--size", "7", "--priority", "6", "--count", "20"))
        .hasSize(MESSAGES)
        .containsOnly("7,6");
  }

  private List<String> sent(String... more) throws Exception {
    try (EmbeddedProvider broker = EmbeddedProvider.withTcp(0);
        Connection connection = broker.connect()) {
      String line =
          "send --provider artemis --url tcp://127.0.0.1:%d --queue Q --threads 3"
              + " --catch-up unlimited --profile-speed 4 --profile-scale 4 --profile";
      Execution run =
          Execution.of(
              Stream.of(
                      line.formatted(broker.tcpPort()).split(" "), new String[] {"" + table}, more)
                  .flatMap(Stream::of)
                  .toArray(String[]::new));
      run.ended(ExitCode.OK);
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      List<String> found = new ArrayList<>();
      for (String queue : List.of("Q", "Q1", "Q2")) {
        MessageConsumer consumer = session.createConsumer(session.createQueue(queue));
        for (Message message = consumer.receiveNoWait();
            message != null;
            message = consumer.receiveNoWait()) {
          found.add(((BytesMessage) message).getBodyLength() + "," + message.getJMSPriority());
        }
      }
      return found;
    }
  }

  @Test
  void aDryRunTellsWhereSizesAndPrioritiesComeFrom() {
    assertThat(Execution.of("send", "--profile", "" + table, "--dry-run").out())
        .contains(
            "message      bytes: 0 to 5900 bytes, as in the profile, alphabet; non-persistent,"
                + " priorities as in the profile");
    assertThat(
            Execution.of("send", "--profile", "" + table, "--message", "empty", "--dry-run").out())
        .contains("message      empty; non-persistent, priorities as in the profile");
    assertThat(
            Execution.of(
                    "send", "--profile", "" + table, "--size", "5", "--priority", "4", "--dry-run")
                .out())
        .contains("message      bytes: 5 bytes, alphabet; non-persistent\n");
  }
}
