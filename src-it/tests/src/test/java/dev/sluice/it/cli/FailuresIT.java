package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.client.TestKey;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The packaged program's message to a person who made one of the usual mistakes: one line that
 * names what failed, IBM MQ's code for it and what to do.
 */
class FailuresIT {

  private static final String QUEUE_MANAGER = "QM1";
  private static final int FULL_AT = 3;
  private static final String TOLD_ON_A_SLOW_HOST = "waiting for an answer from ";

  @TempDir static Path keys;
  @TempDir Path directory;

  private static SimulatedCluster plain;
  private static SimulatedCluster withTls;

  @BeforeAll
  static void startQueueManagers() throws Exception {
    QueueDefinition any = QueueDefinition.DEFAULT;
    plain =
        SimulatedCluster.builder()
            .queueManagers(QUEUE_MANAGER)
            .refuseUsers(Set.of("eve"))
            .queues(
                new QueueDefinitions(
                    any, true, Map.of("REQUEST", any, "FULL", any.withMaxDepth(FULL_AT))))
            .build();
    plain.start(QUEUE_MANAGER);
    Path key = TestKey.make(keys, "nobody-trusts-me").file();
    withTls =
        SimulatedCluster.builder().queueManagers(QUEUE_MANAGER).tls(key, TestKey.PASSWORD).build();
    withTls.start(QUEUE_MANAGER);
  }

  @AfterAll
  static void closeQueueManagers() {
    plain.close();
    withTls.close();
  }

  private SluiceProcess send(SimulatedCluster cluster, String options) throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("send", "--provider", "ibmmq", "--host", "127.0.0.1"));
    arguments.addAll(List.of("--port", Integer.toString(cluster.port(QUEUE_MANAGER))));
    arguments.addAll(List.of(options.split(" ")));
    return SluiceProcess.run(directory, arguments);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --channel WRONG --qmgr QM1 | 2540 MQRC_UNKNOWN_CHANNEL_NAME | Check the channel's name
          --channel APP.SVRCONN --qmgr QM9 | 2058 MQRC_Q_MGR_NAME_ERROR | Use the right name
          --channel APP.SVRCONN --queue NONE | 2085 MQRC_UNKNOWN_OBJECT_NAME | Check the queue's name
          --channel APP.SVRCONN --user eve | 2035 MQRC_NOT_AUTHORIZED | Check user and password
          """)
  void wrongSettings(String options, String cause, String remedy) throws Exception {
    assertOneLine(send(plain, options), 2, cause, remedy);
  }

  @Test
  void certificateThatIsNotTrusted() throws Exception {
    String options = "--channel APP.SVRCONN --cipher ANY_TLS12_OR_HIGHER";
    assertOneLine(
        send(withTls, options),
        2,
        "2397 MQRC_JSSE_ERROR",
        "Check that the channel uses this cipher");
  }

  @Test
  void queueManagerThatDoesNotRun() throws Exception {
    try (SimulatedCluster stopped =
        SimulatedCluster.builder().queueManagers(QUEUE_MANAGER).build()) {
      assertOneLine(
          send(stopped, "--channel APP.SVRCONN"),
          3,
          "2538 MQRC_HOST_NOT_AVAILABLE",
          "Check host and port");
    }
  }

  @Test
  void queueThatIsFull() throws Exception {
    String full = "--channel APP.SVRCONN --queue FULL ";
    SluiceProcess filling = send(plain, full + "--count " + FULL_AT);
    assertThat(filling.exitCode()).as("%s", filling).isZero();
    SluiceProcess process = send(plain, full + "--duration 1s");
    assertThat(process.exitCode()).as("%s", process).isEqualTo(1);
    assertThat(process.lines())
        .filteredOn(
            line -> line.strip().matches("errors +[\\d,]+ x 2053 MQRC_Q_FULL: the queue is full.*"))
        .hasSize(1);
    assertThat(process.lines()).filteredOn(line -> line.strip().startsWith("errors")).hasSize(1);
    assertThat(plain.status(QUEUE_MANAGER).depths()).containsEntry("FULL", FULL_AT);
  }

  /** A name or a channel that is wrong everywhere stays wrong; nobody there may change. */
  @ParameterizedTest
  @CsvSource({
    "APP.SVRCONN, SHOP,  2, refused    channel[0], 2058 MQRC_Q_MGR_NAME_ERROR",
    "WRONG,       *SHOP, 2, refused    channel[0], 2540 MQRC_UNKNOWN_CHANNEL_NAME",
    "WRONG,       SHOP,  2, no answer  channel[0], 2538 MQRC_HOST_NOT_AVAILABLE",
    "APP.SVRCONN, *SHOP, 0, connected  channel[0], 2538 MQRC_HOST_NOT_AVAILABLE"
  })
  void tableWhoseAddressesRefuse(
      String channel, String name, int exitCode, String attempt, String reason) throws Exception {
    String table =
        """
        {"channel": [{"name": "%s", "type": "clientConnection",
          "clientConnection": {"queueManager": "SHOP", "connection": [
            {"host": "127.0.0.1", "port": %d}, {"host": "127.0.0.1", "port": 1}]},
          "connectionManagement": {"affinity": "none", "clientWeight": 1}}]}
        """
            .formatted(channel, plain.port(QUEUE_MANAGER));
    Path file = Files.writeString(directory.resolve("shop.json"), table);

    SluiceProcess process =
        SluiceProcess.run(
            directory, List.of("ccdt", "check", file.toString(), "--qmgr", name, "--connect"));

    assertThat(process.exitCode()).as("%s", process).isEqualTo(exitCode);
    assertThat(process.lines())
        .anyMatch(line -> line.startsWith(attempt))
        .anyMatch(line -> line.contains(reason));
  }

  private static void assertOneLine(
      SluiceProcess process, int exitCode, String cause, String remedy) {
    List<String> told =
        process.lines().stream().filter(line -> !line.contains(TOLD_ON_A_SLOW_HOST)).toList();
    assertThat(told).hasSize(1);
    assertThat(told.get(0)).startsWith("sluice: ").contains(cause + ": ", ". " + remedy);
    assertThat(told.get(0)).endsWith(".").doesNotContain("..");
    assertThat(process.exitCode()).isEqualTo(exitCode);
  }
}
