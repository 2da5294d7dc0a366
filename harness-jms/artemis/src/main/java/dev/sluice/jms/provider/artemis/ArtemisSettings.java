package dev.sluice.jms.provider.artemis;

import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;

/**
 * An Artemis broker.
 *
 * @param url as the Artemis client takes it, with its options: {@code tcp://host:61616?...}
 * @param credentials who connects
 */
public record ArtemisSettings(String url, Credentials credentials) {

  /**
   * The provider of these settings; connects to nothing yet.
   *
   * @throws dev.sluice.jms.provider.ConfigurationException if the URL is not one
   */
  public JmsProvider create() {
    return new ArtemisProvider("artemis", this);
  }
}
