package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.process.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workloads of another tool as plans that can be played. */
class ImportCommandTest {

  private static final String WORKLOAD =
      """
      name: 10 topics
      topics: 10
      partitionsPerTopic: 3
      messageSize: 1024
      useRandomizedPayloads: true
      randomBytesRatio: 0.5
      randomizedPayloadPoolSize: 1000
      subscriptionsPerTopic: 2
      consumerPerSubscription: 3
      producersPerTopic: 4
      producerRate: 100000
      keyDistributor: NO_KEY
      consumerBacklogSizeGB: 1
      producerPauseDuringDrain: 1
      testDurationMinutes: ${ombTestDuration:-15}
      """;

  private static final String DRIVER =
      """
      name: JMS
      driverClass: io.openmessaging.benchmark.driver.jms.JMSBenchmarkDriver
      connectionFactoryClassName: org.example.Factory
      connectionFactoryConfigurationParam: 'tcp://localhost:61616'
      use20api: true
      properties:
        - {name: region, value: north}
      """;

  @TempDir Path temporary;

  private Execution imported(String workload, String driver) throws IOException {
    Path first = Files.writeString(temporary.resolve("w.yaml"), workload);
    return driver.isEmpty()
        ? Execution.of("import", "omb", first.toString())
        : Execution.of(
            "import",
            "omb",
            first.toString(),
            Files.writeString(temporary.resolve("d.yaml"), driver).toString());
  }

  private void assertPlayable(String plan) throws IOException {
    Execution checked = Execution.ofPlan(temporary, plan, "--dry-run");
    assertThat(checked.err()).isEmpty();
    checked.ended(ExitCode.OK);
  }

  @Test
  void whatIsCarriedOverIsPlayedAndTheRestIsNamed() throws IOException {
    Execution found = imported(WORKLOAD, DRIVER).ended(ExitCode.OK);
    assertThat(found.out().replace(temporary + "/", ""))
        .isEqualTo(
            """
            # not carried over, w.yaml:3:21: partitionsPerTopic: destinations have no partitions
            # not carried over, w.yaml:7:28: randomizedPayloadPoolSize: each body is another one, rather than one of a pool
            # not carried over, w.yaml:14:27: producerPauseDuringDrain: there is nothing like it
            # not carried over, d.yaml:5:11: use20api: sends wait for their answers; 'async-send' gives a window
            providers: {broker: {type: factory, factory-class: org.example.Factory, factory-property: [url=tcp://localhost:61616]}}
            workloads:
              producers: {type: publish, topic: benchmark, topics: 1..10, threads: 40, total-rate: 100000, size: 1024, content: compressible:2.0, persistent: true, end-to-end: same-host, message-property: [region=north]}
              consumers-1: {type: subscribe, topic: benchmark, topics: 1..10, threads: 30, shared: true, durable: true, subscription: consumers-1, listener: true, end-to-end: same-host}
              consumers-2: {type: subscribe, topic: benchmark, topics: 1..10, threads: 30, shared: true, durable: true, subscription: consumers-2, listener: true, end-to-end: same-host}
            steps:
              # the backlog is there if this objective is met, and the broker keeps it
              - pause: consumers-1
              - pause: consumers-2
              - measure: backlog
                workload: producers
                for: 10s
                objectives: ['achieved/target >= 0.99']
              - resume: consumers-1
              - resume: consumers-2
              - measure: drain
                workload: consumers-1
                for: 10s
            run: {warmup: 1m, duration: 980s}
            """);
    assertPlayable(found.out().replaceFirst("type: factory, [^}]*", "type: 'null'"));
  }

  @Test
  void withoutARateTheHighestIsLookedFor() throws IOException {
    Execution found =
        imported(
            "topics: 1\nproducerRate: 0\nproducerStartRate: 500\ntestDurationMinutes: 1\n", "");
    assertThat(found.out())
        .startsWith("providers: {broker: {type: embedded}}")
        .contains("producers: {type: publish, topic: benchmark, threads: 1, total-rate: 500,")
        .contains("find-max: highest rate", "from: 500")
        .doesNotContain("not carried over", "run:");
    assertPlayable(found.out());
  }

  /** A plan of a driver's file would play on the embedded broker. */
  @Test
  void filesInTheWrongOrderAreRefused() throws IOException {
    Execution swapped = imported(DRIVER, WORKLOAD).ended(ExitCode.USAGE);
    assertThat(swapped.out()).isEmpty();
    assertThat(swapped.complaint())
        .contains("w.yaml:2:14: ", "this is the file of a driver; give the workload first");
    assertThat(imported(DRIVER, "").ended(ExitCode.USAGE).complaint()).contains("of a driver");
    assertThat(imported(WORKLOAD, WORKLOAD).ended(ExitCode.USAGE).complaint())
        .contains("d.yaml:11:15: ", "this is the file of a workload");
  }

  @Test
  void queuesHaveOneGroupOfConsumers() throws IOException {
    Execution found =
        imported(
            "subscriptionsPerTopic: 2\nconsumerPerSubscription: 3\nproducerRate: 10\n",
            """
            destinationType: Queue
            topicNamePrefix: APP.IN
            messageSelector: "region = 'north'"
            sendWithTransactions: true
            connectionFactoryClassName: org.example.Factory
            connectionFactoryConfigurationParam: mq://b7
            """);
    assertThat(found.out())
        .contains("producers: {type: send, queue: APP.IN, threads: 1, total-rate: 10, size: 1024,")
        .contains("transacted: true}")
        .contains("consumers-1: {type: receive, queue: APP.IN, threads: 6, selector: \"region = ")
        .doesNotContain("consumers-2", "not carried over");
    assertPlayable(found.out().replaceFirst("type: factory, [^}]*", "type: embedded"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "connectionFactoryClassName: org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory,"
            + " connectionFactoryConfigurationParam: 'tcp://b7:61616?connectionTtl=9000'"
            + "|org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory"
            + "|tcp://b7:61616?connectionTtl=9000",
        "connectionFactoryClassName: org.apache.qpid.jms.JmsConnectionFactory,"
            + " connectionFactoryConfigurationParam: 'amqp://b7:5672'"
            + "|org.apache.qpid.jms.JmsConnectionFactory|amqp://b7:5672",
        "driverClass: io.openmessaging.benchmark.driver.artemis.ArtemisBenchmarkDriver,"
            + " brokerAddress: 'tcp://b7:61616'|${FACTORY_CLASS}|tcp://b7:61616",
        "driverClass: io.openmessaging.benchmark.driver.nats.NatsBenchmarkDriver"
            + "|${FACTORY_CLASS}|${BROKER_URL}",
      })
  void thePlanHasTheBrokerOfTheDriver(String driver, String factory, String url)
      throws IOException {
    assertThat(imported("producerRate: 10\n", "{" + driver + "}").out().replace("\"", ""))
        .contains(
            "providers: {broker: {type: factory, factory-class: %s, factory-property: [url=%s]}}"
                .formatted(factory, url));
  }

  @Test
  void aBrokerThatIsNotKnownIsToBeFilledIn() throws IOException {
    String plan = imported("producerRate: 10\n", "driverClass: org.example.Driver\n").out();
    Execution refused = Execution.ofPlan(temporary, plan, "--dry-run").ended(ExitCode.USAGE);
    assertThat(refused.err()).contains("FACTORY_CLASS");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "topics: many|w.yaml:1:10: topics: ",
        "topics: -1|w.yaml:1:10: topics: ",
        "randomBytesRatio: x, useRandomizedPayloads: true|randomBytesRatio",
        "topics: [1|this is not valid YAML"
      })
  void whatIsWrongIsSaidWithItsPlace(String workload, String told) throws IOException {
    Execution refused = imported("{" + workload + "}", "").ended(ExitCode.USAGE);
    assertThat(refused.err()).startsWith("sluice: ").contains(told).hasLineCount(1);
    assertThat(refused.out()).isEmpty();
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    Execution refused = Execution.of("import", "omb", "no.yaml").ended(ExitCode.USAGE);
    assertThat(refused.err()).contains("Workload no.yaml: it does not exist");
  }
}
