package dev.sluice.it.brokers;

import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import java.nio.file.Path;
import java.util.List;

/** Qpid Broker-J with a store, by Qpid JMS. */
final class BrokerJ implements ServedBroker {

  private static final Path CLIENT =
      PackagedProgram.root().resolve("src-it/tests/target/clients/qpid");

  private final int port;
  private final BrokerProcess process;

  BrokerJ(Path folder) throws Exception {
    this.port = FreePorts.take();
    Path jars =
        Packages.jars(
            "qpid-broker",
            "org.apache.qpid:qpid-broker-core:qpidBroker",
            "org.apache.qpid:qpid-broker-plugins-amqp-1-0-protocol:qpidBroker",
            "org.apache.qpid:qpid-broker-plugins-derby-store:qpidBroker");
    this.process =
        BrokerProcess.java(
            List.of("-cp", BrokerProcess.classPath(jars), BrokerJHost.class.getName()),
            List.of(folder.resolve("data").toString(), Integer.toString(port)),
            folder,
            port);
  }

  @Override
  public String providerBy(int otherPort) {
    return ("{type: factory, class-path: '%s', factory-class:"
            + " org.apache.qpid.jms.JmsConnectionFactory, factory-property:"
            + " ['remoteURI=amqp://127.0.0.1:%d']}")
        .formatted(CLIENT, otherPort);
  }

  @Override
  public String topic(String name) {
    return "amq.topic/" + name;
  }

  @Override
  public void start() throws Exception {
    process.start(BrokerJHost.READY);
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
