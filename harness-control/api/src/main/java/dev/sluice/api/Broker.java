package dev.sluice.api;

import dev.sluice.jms.provider.ClientFactoryProvider;
import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.Secret;
import dev.sluice.jms.provider.idle.IdleProvider;
import jakarta.jms.ConnectionFactory;

/**
 * Where loads connect to. It belongs to its maker: runs close their connections and nothing else.
 */
public final class Broker {

  private final JmsProvider provider;

  private Broker(JmsProvider provider) {
    this.provider = provider;
  }

  /**
   * The broker that a connection factory of any Jakarta Messaging client leads to. Each worker asks
   * it for a connection. Of a pool it gets one that others have, too: with the defaults of
   * pooled-jms and of Spring's {@code CachingConnectionFactory} all workers share a single one. The
   * latter must not cache consumers: those of an earlier load take messages of the next.
   */
  public static Broker of(ConnectionFactory factory) {
    return of(factory, Credentials.NONE);
  }

  /** The same, connecting as this user. */
  public static Broker of(ConnectionFactory factory, String user, String password) {
    return of(factory, new Credentials(user, Secret.of(password)));
  }

  private static Broker of(ConnectionFactory factory, Credentials credentials) {
    String type = factory.getClass().getName();
    String shortName = factory.getClass().getSimpleName();
    return new Broker(
        new ClientFactoryProvider(
            "factory", type, ClientJars.none(), factory, credentials, shortName));
  }

  /** The broker of a provider of Sluice's own, such as {@code EmbeddedProvider.inProcess()}. */
  public static Broker of(JmsProvider provider) {
    return new Broker(provider);
  }

  /** No broker: what is sent goes nowhere. It shows what the harness itself can do. */
  public static Broker none() {
    return new Broker(new IdleProvider());
  }

  JmsProvider provider() {
    return provider;
  }

  @Override
  public String toString() {
    return provider.describe();
  }
}
