package dev.sluice.jms.provider.factory;

import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import java.util.Map;

/**
 * A connection factory that is made by its constructor.
 *
 * @param className its class, which has a constructor without parameters
 * @param properties what its setters are called with, by their names: {@code host} for {@code
 *     setHost}
 * @param credentials who connects to the broker
 * @param jars where the class is; closed with the provider
 */
public record FactorySettings(
    String className, Map<String, String> properties, Credentials credentials, ClientJars jars) {

  /**
   * Makes the connection factory; connects to nothing yet.
   *
   * @throws dev.sluice.jms.provider.ConfigurationException if there is no such class, it is no
   *     connection factory, or has no such setter
   */
  public JmsProvider create() {
    return new FactoryProvider(this);
  }
}
