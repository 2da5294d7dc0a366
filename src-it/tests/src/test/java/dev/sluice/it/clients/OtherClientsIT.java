package dev.sluice.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The packaged program with client libraries out of folders, which bring their own versions of what
 * is in the program too.
 */
@Tag("soak")
class OtherClientsIT {

  private static final Path CLIENTS = PackagedProgram.root().resolve("src-it/tests/target/clients");
  private static final String ACTIVEMQ = CLIENTS.resolve("activemq").toString();
  private static final String QPID = CLIENTS.resolve("qpid").toString();
  private static final String RABBITMQ = CLIENTS.resolve("rabbitmq").toString();
  private static final int MESSAGES = 50;

  private static ClassicBroker broker;

  @TempDir Path directory;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = new ClassicBroker(Path.of(ACTIVEMQ));
  }

  @AfterAll
  static void closeBroker() throws Exception {
    broker.close();
  }

  static Stream<List<String>> ways() throws Exception {
    return Stream.of(
        byFactory(
            ACTIVEMQ,
            "org.apache.activemq.ActiveMQConnectionFactory",
            "brokerURL=" + broker.openWire()),
        byFactory(QPID, "org.apache.qpid.jms.JmsConnectionFactory", "remoteURI=" + broker.amqp()),
        byNames(
            ACTIVEMQ,
            "org.apache.activemq.jndi.ActiveMQInitialContextFactory",
            broker.openWire().toString()));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void messagesGoThroughAnyClient(List<String> provider) throws Exception {
    String count = Integer.toString(MESSAGES);
    assertWorks(run("send", provider, "--queue", "ANY", "--count", count, "--verify"));
    assertWorks(
        run("receive", provider, "--queue", "ANY", "--count", count, "--verify", "--transacted"));
    assertWorks(run("put-get", provider, "--queue", "OWN", "--count", count));
  }

  @Test
  void aJndiFileMayNameAClientOfItsOwn() throws Exception {
    Path names = directory.resolve("jndi.properties");
    Files.writeString(
        names,
        """
        java.naming.factory.initial = org.apache.qpid.jms.jndi.JmsInitialContextFactory
        connectionfactory.amqp = %s
        queue.requests = BY.NAME
        """
            .formatted(broker.amqp()));
    List<String> provider =
        List.of(
            "--provider",
            "jndi",
            "--class-path",
            QPID,
            "--jndi-properties",
            names.toString(),
            "--connection-factory",
            "amqp");
    assertWorks(run("send", provider, "--queue", "requests", "--count", "5"));
    assertWorks(run("receive", provider, "--queue", "BY.NAME", "--count", "5"));
  }

  @Test
  void aScenarioTakesTheSameKeys() throws Exception {
    Path scenario = directory.resolve("classic.yaml");
    Files.writeString(
        scenario,
        """
        providers:
          classic:
            type: factory
            class-path: %s
            factory-class: org.apache.activemq.ActiveMQConnectionFactory
            factory-property: [brokerURL=%s]
        workloads:
          senders:
            type: send
            provider: classic
            queue: PLAN
            threads: 2
            rate: 50
          receivers:
            type: receive
            provider: classic
            queue: PLAN
        steps:
          - measure: 1s
        """
            .formatted(ACTIVEMQ, broker.openWire()));
    SluiceProcess process = SluiceProcess.run(directory, List.of("run", scenario.toString()));
    assertThat(process.exitCode()).as(process.lines().toString()).isZero();
  }

  @Test
  void aMissingHostIsReportedInOneLine() throws Exception {
    SluiceProcess process =
        SluiceProcess.run(
            directory,
            with(
                "send",
                byFactory(
                    RABBITMQ,
                    "com.rabbitmq.jms.admin.RMQConnectionFactory",
                    "host=127.0.0.1",
                    "port=" + FreePorts.take()),
                "--queue",
                "ANY"));
    assertThat(process.exitCode()).isEqualTo(3);
    assertThat(process.lines())
        .singleElement()
        .asString()
        .contains("refused")
        .contains("that the broker is running");
  }

  @Test
  void invalidSettingsAreReportedInOneLineWithoutTheirValues() throws Exception {
    assertRefused(
        byFactory(RABBITMQ, "com.rabbitmq.jms.admin.RMQConnectionFactory", "hsot=hidden"),
        "has no property 'hsot'; it has ",
        "virtualHost");
    assertRefused(
        byFactory(RABBITMQ, "com.rabbitmq.jms.admin.RMQConnectionFactory", "port=hidden"),
        "property 'port' takes a value of type int");
    assertRefused(
        byFactory(RABBITMQ, "com.rabbitmq.Hidden"), "class com.rabbitmq.Hidden not found");
    assertRefused(byFactory(RABBITMQ, "java.lang.Object"), "not a jakarta.jms.ConnectionFactory");
    assertRefused(
        byFactory(directory.toString(), "any.Class"), "folder " + directory, "has no jars");
    assertRefused(
        byFactory(RABBITMQ + File.pathSeparator + "nowhere.jar", "any.Class"),
        "'nowhere.jar' of the class path does not exist");
    assertRefused(List.of("--class-path", RABBITMQ), "'--class-path' requires");
    assertRefused(List.of("--provider", "factory"), "needs '--factory-class CLASS'");
  }

  private void assertRefused(List<String> provider, String... parts) throws Exception {
    SluiceProcess process =
        SluiceProcess.run(directory, with("send", provider, "--queue", "ANY", "--count", "1"));
    assertThat(process.exitCode()).as(process.lines().toString()).isEqualTo(2);
    assertThat(process.lines().get(0)).contains(parts).doesNotContain("hidden");
  }

  private SluiceProcess run(String command, List<String> provider, String... more)
      throws Exception {
    return SluiceProcess.run(directory, with(command, provider, more));
  }

  private static void assertWorks(SluiceProcess process) {
    assertThat(process.exitCode()).as(String.join("\n", process.lines())).isZero();
  }

  private static List<String> with(String command, List<String> provider, String... more) {
    List<String> line = new ArrayList<>();
    line.add(command);
    line.addAll(provider);
    line.addAll(List.of(more));
    return line;
  }

  private static List<String> byFactory(String jars, String type, String... properties) {
    List<String> options =
        new ArrayList<>(
            List.of("--provider", "factory", "--class-path", jars, "--factory-class", type));
    for (String property : properties) {
      options.add("--factory-property");
      options.add(property);
    }
    return options;
  }

  private static List<String> byNames(String jars, String context, String url) {
    return List.of(
        "--provider", "jndi", "--class-path", jars, "--jndi-factory", context, "--jndi-url", url);
  }
}
