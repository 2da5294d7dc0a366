package dev.sluice.jms.provider;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.time.Duration;

/**
 * A connection factory of any client library, called with the library's own class loader and for a
 * bounded time. Any thread.
 */
public final class ClientFactory {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(60);

  private final ClientJars jars;
  private final ConnectionFactory factory;
  private final Credentials credentials;
  private final ConnectDeadline deadline;
  private final Failures failures;

  /**
   * @param jars where the factory comes from
   * @param name of the factory, as it stands in messages
   */
  public ClientFactory(
      ClientJars jars, ConnectionFactory factory, Credentials credentials, String name) {
    this.jars = jars;
    this.factory = factory;
    this.credentials = credentials;
    this.deadline = new ConnectDeadline(CONNECT_TIMEOUT, "by connection factory " + name);
    this.failures = Failures.ofAnyClient(" by connection factory " + name, factory);
  }

  /** A new connection. */
  public Connection connect() throws JMSException {
    return deadline.connect(() -> jars.call(() -> credentials.connect(factory)));
  }

  /** The same by the simplified API. */
  public JMSContext context(int sessionMode) throws JMSException {
    return deadline.connect(() -> jars.call(() -> credentials.context(factory, sessionMode)));
  }

  /** Explains a failure of its connections. */
  public Failure explain(Throwable failure) {
    return failures.explain(failure);
  }
}
