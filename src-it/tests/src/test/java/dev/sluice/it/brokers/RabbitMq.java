package dev.sluice.it.brokers;

import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** RabbitMQ as Debian packages it, by its own JMS client. */
final class RabbitMq implements ServedBroker {

  private static final Path CLIENT =
      PackagedProgram.root().resolve("src-it/tests/target/clients/rabbitmq");

  private static final List<String> PACKAGES =
      List.of(
          "rabbitmq-server",
          "erlang-asn1",
          "erlang-base",
          "erlang-crypto",
          "erlang-eldap",
          "erlang-ftp",
          "erlang-inets",
          "erlang-mnesia",
          "erlang-os-mon",
          "erlang-parsetools",
          "erlang-public-key",
          "erlang-runtime-tools",
          "erlang-snmp",
          "erlang-ssl",
          "erlang-syntax-tools",
          "erlang-tftp",
          "erlang-tools",
          "erlang-xmerl");

  private final String version;
  private final int port;
  private final BrokerProcess names; // of Erlang's nodes, which find each other there
  private final BrokerProcess process;

  RabbitMq(Path folder) throws Exception {
    Path root = Packages.debian("rabbitmq", PACKAGES);
    Path erlang = root.resolve("usr/lib/erlang");
    relocate(erlang);
    Path server = server(root);
    this.version = server.getFileName().toString().replaceFirst(".*-", "");
    List<Integer> ports = FreePorts.take(3);
    this.port = ports.get(0);
    Map<String, String> environment = new HashMap<>();
    environment.put("ERL_ROOTDIR", erlang.toString());
    environment.put("PATH", erlang.resolve("bin") + ":" + System.getenv("PATH"));
    environment.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
    environment.put("ERL_EPMD_ADDRESS", "127.0.0.1");
    environment.put("ERL_EPMD_PORT", ports.get(2).toString());
    environment.put("RABBITMQ_DIST_PORT", ports.get(1).toString());
    environment.put("RABBITMQ_NODE_PORT", ports.get(0).toString());
    environment.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
    environment.put("RABBITMQ_NODENAME", "tested@localhost");
    for (String each :
        List.of(
            "MNESIA_BASE",
            "LOG_BASE",
            "CONF_ENV_FILE",
            "CONFIG_FILE",
            "ENABLED_PLUGINS_FILE",
            "PID_FILE")) {
      environment.put("RABBITMQ_" + each, folder.resolve(each).toString());
    }
    this.names =
        new BrokerProcess(
            List.of(erlang.resolve("bin/epmd").toString()), environment, folder, ports.get(2));
    this.process =
        new BrokerProcess(
            List.of("sh", server.resolve("sbin/rabbitmq-server").toString()),
            environment,
            folder,
            port);
  }

  /** Tells the script that starts Erlang where it lies. */
  private static void relocate(Path erlang) throws IOException {
    Path script = erlang.resolve("bin/erl");
    Files.writeString(
        script,
        Files.readString(script).replace("ROOTDIR=/usr/lib/erlang\n", "ROOTDIR=" + erlang + "\n"));
  }

  /** The folder of the server, which ends in its version. */
  private static Path server(Path root) throws IOException {
    try (Stream<Path> versions = Files.list(root.resolve("usr/lib/rabbitmq/lib"))) {
      return versions.findFirst().orElseThrow();
    }
  }

  @Override
  public String titled(String title) {
    return title + " " + version;
  }

  @Override
  public String providerBy(int otherPort) {
    return ("{type: factory, class-path: '%s', factory-class:"
            + " com.rabbitmq.jms.admin.RMQConnectionFactory, factory-property: ['host=127.0.0.1',"
            + " 'port=%d']}")
        .formatted(CLIENT, otherPort);
  }

  @Override
  public void start() throws Exception {
    if (!names.isRunning()) {
      names.start();
    }
    process.start();
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public BrokerProcess process() {
    return process;
  }

  @Override
  public void close() {
    process.close();
    names.close();
  }
}
