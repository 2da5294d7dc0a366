package dev.sluice.it.cli;

import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.DivertConfiguration;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.AddressFullMessagePolicy;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;

/** An Artemis broker with a failing that is known exactly. */
public final class PeculiarBroker implements AutoCloseable {

  private final EmbeddedActiveMQ server;

  private PeculiarBroker(EmbeddedActiveMQ server) {
    this.server = server;
  }

  /**
   * Takes this many messages per second and no more. It keeps 1 MiB of them and drops the rest, so
   * that senders need no receivers.
   */
  static PeculiarBroker limited(double capacityPerSecond) throws Exception {
    return start(
        configuration -> {
          configuration.addAddressSetting(
              "#",
              new AddressSettings()
                  .setMaxSizeBytes(1 << 20)
                  .setAddressFullMessagePolicy(AddressFullMessagePolicy.DROP));
          configuration.registerBrokerPlugin(new CapacityLimit(capacityPerSecond));
        });
  }

  /**
   * Loses messages of a queue.
   *
   * @param selector which ones
   */
  static PeculiarBroker losing(String queue, String selector) throws Exception {
    return start(configuration -> losing(configuration, queue, selector));
  }

  /**
   * Loses messages of a queue, and puts copies of others into a second queue.
   *
   * @param lost selects those that are lost
   * @param copied selects those that are copied
   */
  public static PeculiarBroker losingAndCopying(
      String queue, String lost, String copies, String copied) throws Exception {
    return start(
        configuration -> {
          losing(configuration, queue, lost);
          configuration.addQueueConfiguration(
              QueueConfiguration.of(copies).setAddress(copies).setRoutingType(RoutingType.ANYCAST));
          configuration.addDivertConfiguration(
              new DivertConfiguration()
                  .setName("copies")
                  .setAddress(queue)
                  .setForwardingAddress(copies)
                  .setFilterString(copied));
        });
  }

  private static void losing(ConfigurationImpl configuration, String queue, String selector) {
    configuration.addQueueConfiguration(
        QueueConfiguration.of(queue).setAddress(queue).setRoutingType(RoutingType.ANYCAST));
    configuration.addDivertConfiguration(
        new DivertConfiguration()
            .setName("loss")
            .setAddress(queue)
            .setForwardingAddress("NOWHERE")
            .setFilterString(selector)
            .setExclusive(true));
  }

  private static PeculiarBroker start(Consumer<ConfigurationImpl> failing) throws Exception {
    ConfigurationImpl configuration = new ConfigurationImpl();
    configuration.setPersistenceEnabled(false);
    configuration.setSecurityEnabled(false);
    configuration.setJMXManagementEnabled(false);
    configuration.addAcceptorConfiguration("tcp", "tcp://127.0.0.1:0");
    failing.accept(configuration);
    EmbeddedActiveMQ server = new EmbeddedActiveMQ().setConfiguration(configuration);
    server.start();
    return new PeculiarBroker(server);
  }

  /** Where it is, for a client that waits until each message is taken. */
  public String url() {
    int port = server.getActiveMQServer().getRemotingService().getAcceptor("tcp").getActualPort();
    return "tcp://127.0.0.1:" + port + "?blockOnNonDurableSend=true";
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the broker did not stop", e);
    }
  }
}
