package dev.sluice.jms.provider.embedded;

import java.util.OptionalInt;

/**
 * An Artemis broker in this process: keeps nothing on disk, knows no users.
 *
 * @param tcpPort the port of the loopback interface on which others reach it too, 0 for any free
 *     one; empty for none
 */
public record EmbeddedSettings(OptionalInt tcpPort) {

  /** A broker that only this process reaches. */
  public static EmbeddedSettings inProcess() {
    return new EmbeddedSettings(OptionalInt.empty());
  }

  /** A broker that other processes of this host reach at the port, 0 for any free one. */
  public static EmbeddedSettings withTcp(int port) {
    return new EmbeddedSettings(OptionalInt.of(port));
  }

  /**
   * Starts the broker.
   *
   * @throws dev.sluice.jms.provider.ConfigurationException if it cannot, as when the port is taken
   */
  public EmbeddedProvider create() {
    return new EmbeddedProvider(this);
  }
}
