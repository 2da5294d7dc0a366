package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.ibm.mq.constants.CMQCFC;
import dev.sluice.mqsim.cluster.ClusterBuilder;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import dev.sluice.mqsim.questions.QuestionsCommand;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Questions to a queue manager that is like the simulated one, and to those that are not. */
class QuestionsIT {

  private static final int LONGEST = 4 << 20;
  private static final String QUEUE = "DEV.QUEUE.1";

  @TempDir Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int ask(int port, String... options) {
    List<String> line =
        new ArrayList<>(List.of("--host=127.0.0.1", "--port=" + port, "--out=" + table()));
    Collections.addAll(line, options);
    return QuestionsCommand.commandLine()
        .setOut(new PrintWriter(out, true))
        .setOverwrittenOptionsAllowed(true)
        .setErr(new PrintWriter(err, true))
        .execute(line.toArray(String[]::new));
  }

  private String rowsThatDiffer() {
    return out.toString().lines().filter(row -> row.endsWith("| NO")).toList() + "" + err;
  }

  private Path table() {
    return directory.resolve("answers.txt");
  }

  private static SimulatedCluster started(ClusterBuilder builder) {
    SimulatedCluster cluster = builder.build();
    cluster.start("QM1");
    return cluster;
  }

  /** As the one that is asked for comparison. */
  private static ClusterBuilder alike() {
    return SimulatedCluster.builder()
        .channel("DEV.APP.SVRCONN")
        .sharedConversations(10)
        .heartbeatSeconds(300)
        .maxMessageBytes(LONGEST)
        .queues(queues(0));
  }

  private static QueueDefinitions queues(int backoutThreshold) {
    QueueDefinition queue =
        QueueDefinition.DEFAULT.withMaxMessageBytes(LONGEST).withBackout(backoutThreshold, "BACK");
    return new QueueDefinitions(
        QueueDefinition.DEFAULT, true, Map.of(QUEUE, queue, "BACK", QueueDefinition.DEFAULT));
  }

  @Test
  void oneThatIsAlikeAnswersAlike() throws IOException {
    Path password = Files.writeString(directory.resolve("password"), "s3cret");
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start()) {
      int exitCode = ask(mq.getPort(), "--user=alice", "--password-file=" + password);
      assertThat(exitCode).as(rowsThatDiffer()).isZero();
      assertThat(mq.depth(QUEUE)).isZero();
    }
    assertThat(table())
        .content()
        .contains(
            "shared: receive none | > SPI 1",
            "> REQUEST_MSGS < ASYNC_MESSAGE",
            "reason: get inhibited | not asked: it takes MQSC to do that",
            "balancing: the same, in syncpoint | 5 | 5 | yes")
        .doesNotContain("| NO\n", "failed", "not decoded", "s3cret", "alice", "127.0.0.1");
  }

  static Stream<Arguments> settingsTurnedRound() {
    return Stream.of(
        arguments("rounds of initial data", alike().maxMessageBytes(1 << 30)),
        arguments("byte order", alike().bigEndian(true)),
        arguments("heartbeat", alike().heartbeatSeconds(30)),
        arguments("longest message", alike().maxMessageBytes(1 << 20)),
        arguments("conversations", alike().sharedConversations(1)),
        arguments("shared: connection", alike().sharedConversations(1)),
        arguments("shared: put, receive", alike().synchronousGets(true)),
        arguments("shared: receive none", alike().synchronousGets(true)),
        arguments("alone: connection", alike().sharedConversations(0)),
        arguments("alone: put, receive", alike().sharedConversations(0)),
        arguments("no such queue", alike().queues(QueueDefinitions.any())),
        arguments("put of 4 MiB", alike().maxMessageBytes(1 << 30)),
        arguments("message got", alike().queues(queues(1))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void settingsTurnedRound(String question, ClusterBuilder builder) {
    try (SimulatedCluster cluster = started(builder)) {
      assertFound(question, cluster.port("QM1"));
    }
  }

  @Test
  void aTopicThatIsThereIsFound() {
    try (SimulatedCluster cluster = started(alike())) {
      cluster.mqsc("QM1", "DEFINE TOPIC(NO.SUCH.TOPIC) TOPICSTR(a)");
      assertFound("no such topic", cluster.port("QM1"));
    }
  }

  private void assertFound(String question, int port) {
    assertThat(ask(port, "--only=" + question)).as(err.toString()).isEqualTo(1);
    assertThat(out.toString()).contains("| NO").contains("differences: 1;");
  }

  /** On a channel with one conversation, where each reason is in the answer to a call. */
  static Stream<Arguments> answersTurnedRound() {
    return Stream.of(
        arguments("character set", bytes("\63\3QM1"), bytes("\65\1QM1")),
        arguments("longest segment", ints(32_748), ints(32_000)),
        arguments("alone: receive none", ints(2, 2033), ints(2, 2016)),
        arguments("another queue manager's name", ints(2, 2058), ints(2, 2059)),
        arguments("no such channel", refusal(1), refusal(22)),
        arguments("no selector", ints(2, 2519), ints(2, 2459)),
        arguments("put without output", ints(2, 2039), ints(2, 2035)),
        arguments("get under no cursor", ints(2, 2034), ints(2, 2209)),
        arguments("get of a locked", ints(2, 2033), ints(2, 2209)),
        arguments("get, wait is over", ints(2, 2033), ints(2, 2016)),
        arguments("why immovable", immovable(0), immovable(2)),
        arguments("in syncpoint", immovable(5), immovable(0)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void answersTurnedRound(String question, byte[] before, byte[] after) throws IOException {
    assertFound(question, answer -> answer.replace(text(before), text(after)));
  }

  /** Clients speak several levels, and the answer is the client's own. */
  @Test
  void anotherProtocolLevelIsFound() throws IOException {
    assertFound("protocol level", answer -> answer.replaceFirst("(?s)ID  .", "ID  \14"));
  }

  private void assertFound(String question, UnaryOperator<String> change) throws IOException {
    try (SimulatedCluster cluster = started(alike().sharedConversations(1));
        CountingRelay relay =
            new CountingRelay(cluster.port("QM1"), answer -> bytes(change.apply(text(answer))))) {
      assertFound(question, relay.port());
    }
  }

  private static byte[] ints(int... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int value : values) {
      bytes.putInt(value);
    }
    return bytes.array();
  }

  /** The end of a header, and the status of a channel. */
  private static byte[] refusal(int code) {
    return bytes("\63\3\0\0" + text(ints(8, code)));
  }

  /** PCF answers in the byte order of the inquiry. */
  private static byte[] immovable(int reason) {
    return ByteBuffer.allocate(8)
        .putInt(CMQCFC.MQIACF_APPL_IMMOVABLE_REASON)
        .putInt(reason)
        .array();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource({
    "--queue=DEV.QUEUE.9, 2, see --queue",
    "--user=app --password-file=no/file, 2, cannot read --password-file",
    "--nonsense, 2, Unknown option",
    "--out=no/folder/x --only=byte, 2, cannot write --out",
    "--queue-manager=QM9, 3, see --queue-manager",
    "--channel=NO.SUCH, 3, see --channel",
    "--port=1, 3, see --host and --port"
  })
  void mistakesAreOneLine(String options, int exitCode, String remedy) {
    try (SimulatedCluster cluster = started(alike())) {
      assertThat(ask(cluster.port("QM1"), options.split(" "))).isEqualTo(exitCode);
    }
    assertThat(err.toString().lines()).singleElement().asString().contains(remedy);
  }

  @Test
  void messagesOfOthersAreLeftAlone() {
    try (EmbeddedQueueManager mq = EmbeddedQueueManager.start()) {
      int messages = mq.fill(QUEUE);
      assertThat(ask(mq.getPort())).isEqualTo(2);
      assertThat(mq.depth(QUEUE)).isEqualTo(messages);
    }
    assertThat(err.toString()).contains("name an empty queue");
  }
}
