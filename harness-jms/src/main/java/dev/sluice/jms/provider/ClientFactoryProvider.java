package dev.sluice.jms.provider;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.time.Duration;

/**
 * Connects by a connection factory of any client library, called with the library's own class
 * loader and for a bounded time.
 */
public abstract class ClientFactoryProvider implements JmsProvider {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(60);

  private final ClientJars jars;
  private final ConnectionFactory factory;
  private final Credentials credentials;
  private final ConnectDeadline deadline;
  private final Failures failures;

  /**
   * @param jars where the factory comes from; closed with the provider
   * @param name of the factory, as it stands in messages
   */
  protected ClientFactoryProvider(
      ClientJars jars, ConnectionFactory factory, Credentials credentials, String name) {
    this.jars = jars;
    this.factory = factory;
    this.credentials = credentials;
    this.deadline = new ConnectDeadline(CONNECT_TIMEOUT, "by connection factory " + name);
    this.failures = Failures.ofAnyClient(" by connection factory " + name, factory);
  }

  @Override
  public Connection connect() throws JMSException {
    return deadline.connect(() -> jars.call(() -> credentials.connect(factory)));
  }

  @Override
  public JMSContext context(int sessionMode) throws JMSException {
    return deadline.connect(() -> jars.call(() -> credentials.context(factory, sessionMode)));
  }

  @Override
  public Failure explain(Throwable failure) {
    return failures.explain(failure);
  }

  @Override
  public void close() {
    jars.close();
  }
}
