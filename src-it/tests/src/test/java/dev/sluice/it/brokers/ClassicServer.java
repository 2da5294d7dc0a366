package dev.sluice.it.brokers;

import dev.sluice.it.nemesis.ClassicHost;
import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** ActiveMQ Classic with its journal, by its own client. */
final class ClassicServer implements ServedBroker {

  private static final Path JARS =
      PackagedProgram.root().resolve("src-it/tests/target/clients/activemq");

  private final int port;
  private final BrokerProcess process;

  ClassicServer(Path folder) throws IOException {
    List<Integer> ports = FreePorts.take(2);
    this.port = ports.get(0);
    this.process =
        BrokerProcess.java(
            List.of("-cp", BrokerProcess.classPath(JARS), ClassicHost.class.getName()),
            List.of(
                Integer.toString(port),
                Integer.toString(ports.get(1)),
                folder.resolve("data").toString()),
            folder,
            port);
  }

  @Override
  public String providerBy(int otherPort) {
    return ("{type: factory, class-path: '%s', factory-class:"
            + " org.apache.activemq.ActiveMQConnectionFactory, factory-property:"
            + " ['brokerURL=tcp://127.0.0.1:%d']}")
        .formatted(JARS, otherPort);
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public BrokerProcess process() {
    return process;
  }
}
