package dev.sluice.jms.provider.embedded;

import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import dev.sluice.jms.provider.artemis.ArtemisSettings;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Optional;

/** Runs a broker from creation until it is closed, and connects to it without a network. */
public final class EmbeddedProvider implements JmsProvider {

  private final EmbeddedBroker broker;
  private final ArtemisProvider client;

  EmbeddedProvider(EmbeddedSettings settings) {
    this.broker = EmbeddedBroker.start(settings);
    this.client =
        new ArtemisProvider("embedded", new ArtemisSettings(broker.url(), Credentials.NONE));
  }

  /**
   * The port on the loopback interface.
   *
   * @throws IllegalStateException if it has none
   */
  public int tcpPort() {
    return broker.tcpPort();
  }

  @Override
  public String name() {
    return client.name();
  }

  @Override
  public String describe() {
    return broker.describe();
  }

  @Override
  public Connection connect() throws JMSException {
    return client.connect();
  }

  @Override
  public JMSContext context(int sessionMode) throws JMSException {
    return client.context(sessionMode);
  }

  @Override
  public boolean closingConsumersRefuse() {
    return client.closingConsumersRefuse();
  }

  @Override
  public Optional<QueueDepths> queueDepths() {
    return client.queueDepths();
  }

  @Override
  public String queueState(String queue) {
    return client.queueState(queue) + broker.limits(queue);
  }

  @Override
  public String deadLetterReason(Message letter) throws JMSException {
    return client.deadLetterReason(letter);
  }

  @Override
  public Failure explain(Throwable failure) {
    return client.explain(failure);
  }

  @Override
  public void close() {
    client.close();
    broker.stop();
  }
}
