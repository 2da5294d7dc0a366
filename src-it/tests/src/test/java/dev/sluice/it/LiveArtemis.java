package dev.sluice.it;

import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.artemis.ArtemisProvider;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;

/** Artemis, whose client leaves it to the harness to connect again. */
final class LiveArtemis implements LiveBroker {

  private static final int DELIVERIES = 10; // the broker's own default

  private final JmsProvider provider;
  private final int port;
  private EmbeddedProvider broker = EmbeddedProvider.withTcp(0);

  LiveArtemis() {
    port = broker.tcpPort();
    provider = new ArtemisProvider("tcp://127.0.0.1:" + port, Credentials.NONE);
  }

  @Override
  public JmsProvider provider() {
    return provider;
  }

  @Override
  public String deadLetterQueue() {
    return provider.deadLetterQueue();
  }

  @Override
  public int deliveries() {
    return DELIVERIES;
  }

  @Override
  public void kill() {
    broker.close();
  }

  @Override
  public void start() {
    broker = EmbeddedProvider.withTcp(port);
  }

  @Override
  public void close() {
    provider.close();
    broker.close();
  }
}
