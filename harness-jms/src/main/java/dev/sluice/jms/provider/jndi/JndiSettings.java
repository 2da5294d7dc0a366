package dev.sluice.jms.provider.jndi;

import dev.sluice.jms.provider.ClientJars;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import java.nio.file.Path;

/**
 * Objects to look up.
 *
 * @param properties the environment of the initial context
 * @param connectionFactoryName the name under which the connection factory is bound
 * @param credentials who connects to the broker
 * @param jars the client library; closed with the provider
 */
public record JndiSettings(
    JndiEnvironment properties,
    String connectionFactoryName,
    Credentials credentials,
    ClientJars jars) {

  /** With an environment that is in a file, and a client on the class path of the harness. */
  public JndiSettings(Path file, String connectionFactoryName, Credentials credentials) {
    this(JndiEnvironment.of(file), connectionFactoryName, credentials, ClientJars.none());
  }

  /**
   * Looks the connection factory up; connects to no broker yet.
   *
   * @throws dev.sluice.jms.provider.ConfigurationException if the file cannot be read, there is no
   *     such context, or no connection factory of that name
   */
  public JmsProvider create() {
    return new JndiProvider(this);
  }
}
