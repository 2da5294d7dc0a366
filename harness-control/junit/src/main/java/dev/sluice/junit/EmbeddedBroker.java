package dev.sluice.junit;

import dev.sluice.api.Broker;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import jakarta.jms.ConnectionFactory;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** An Artemis broker in memory, at a port of the loopback interface that was free. */
public final class EmbeddedBroker implements AutoCloseable {

  private final EmbeddedProvider provider;

  private EmbeddedBroker(EmbeddedProvider provider) {
    this.provider = provider;
  }

  /** Starts one. */
  public static EmbeddedBroker start() {
    return new EmbeddedBroker(EmbeddedProvider.withTcp(0));
  }

  /** Where applications connect to. */
  public String url() {
    return "tcp://127.0.0.1:" + provider.tcpPort();
  }

  /** A factory for the application under test. */
  public ConnectionFactory connectionFactory() {
    return new ActiveMQConnectionFactory(url());
  }

  /** The broker as loads see it; they connect inside of the process. */
  public Broker broker() {
    return Broker.of(provider);
  }

  @Override
  public void close() {
    provider.close();
  }
}
