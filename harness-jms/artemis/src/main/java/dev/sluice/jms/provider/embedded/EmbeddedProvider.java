package dev.sluice.jms.provider.embedded;

import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import java.util.OptionalInt;

/**
 * Runs an Artemis broker in this process from creation until it is closed, and connects to it
 * without a network. The broker keeps nothing on disk and knows no users.
 */
public final class EmbeddedProvider extends ArtemisProvider {

  private final EmbeddedBroker broker;

  private EmbeddedProvider(EmbeddedBroker broker) {
    super("embedded", broker.url(), Credentials.NONE);
    this.broker = broker;
  }

  /** A broker that only this process reaches. */
  public static EmbeddedProvider inProcess() {
    return new EmbeddedProvider(EmbeddedBroker.start(OptionalInt.empty()));
  }

  /**
   * A broker that other processes of this host reach by the loopback interface.
   *
   * @param port 0 for any free one
   * @throws dev.sluice.jms.provider.ConfigurationException if it cannot start, as when the port is
   *     taken
   */
  public static EmbeddedProvider withTcp(int port) {
    return new EmbeddedProvider(EmbeddedBroker.start(OptionalInt.of(port)));
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
  public String describe() {
    return broker.describe();
  }

  @Override
  public String queueState(String queue) {
    return super.queueState(queue) + broker.limits(queue);
  }

  @Override
  public void close() {
    super.close();
    broker.stop();
  }
}
