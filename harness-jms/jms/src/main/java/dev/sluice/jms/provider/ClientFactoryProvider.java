package dev.sluice.jms.provider;

import dev.sluice.core.worker.ConnectionWatch;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Connects by a connection factory of any client library, called with the library's own class
 * loader and for a bounded time.
 */
public class ClientFactoryProvider implements JmsProvider {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(60);

  private final String name;
  private final String description;
  private final ClientJars jars;
  private final ConnectionFactory factory;
  private final Credentials credentials;
  private final ConnectDeadline deadline;
  private final Failures failures;
  private final Optional<ConnectionCost> cost;

  /**
   * @param name of the provider in options and reports
   * @param description of the factory and where it comes from, without secrets
   * @param jars where the factory comes from; closed with the provider
   * @param factoryName stands in messages
   */
  public ClientFactoryProvider(
      String name,
      String description,
      ClientJars jars,
      ConnectionFactory factory,
      Credentials credentials,
      String factoryName) {
    this.name = name;
    this.description = description + credentials.describe();
    this.jars = jars;
    this.factory = factory;
    this.credentials = credentials;
    this.deadline = new ConnectDeadline(CONNECT_TIMEOUT, "by connection factory " + factoryName);
    List<ProviderType> types = ProviderTypes.find("").all();
    this.failures = Failures.ofAnyClient(types, " by connection factory " + factoryName, factory);
    this.cost = types.stream().flatMap(type -> type.connectionCost(factory).stream()).findFirst();
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String describe() {
    return description;
  }

  @Override
  public Optional<ConnectionCost> connectionCost() {
    return cost;
  }

  @Override
  public void confirmSends() {
    ConfirmationWindow.ensure(factory);
  }

  @Override
  public Connection connect(ConnectionWatch watch) throws JMSException {
    Connection connection = jars.call(() -> deadline.connect(() -> credentials.connect(factory)));
    TransportListening.tell(connection, watch);
    return connection;
  }

  @Override
  public JMSContext context(int sessionMode, ConnectionWatch watch) throws JMSException {
    return jars.call(() -> deadline.connect(() -> credentials.context(factory, sessionMode)));
  }

  @Override
  public final ClientJars client() {
    return jars;
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
