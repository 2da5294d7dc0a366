package dev.sluice.jms;

import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** One broker in this process for all tests of a class, and queues that no two of them share. */
public final class BrokerFixture implements BeforeAllCallback, AfterAllCallback {

  private final AtomicInteger queues = new AtomicInteger();
  private JmsProvider provider;

  @Override
  public void beforeAll(ExtensionContext context) {
    provider = EmbeddedProvider.inProcess();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    provider.close();
  }

  public JmsProvider provider() {
    return provider;
  }

  /** How workers connect to it, unless a test says otherwise. */
  public SessionSettings session() {
    return SessionSettings.of(provider);
  }

  /** Sessions of clients of that name, of one connection for all workers or one for each. */
  public SessionSettings session(Api api, boolean sharedConnection, String clientId) {
    return new SessionSettings(
        provider, api, SessionMode.AUTO, 1, Duration.ZERO, sharedConnection ? 1 : 0, clientId);
  }

  /** A queue that nobody else uses, and that is empty. */
  public TestQueue newQueue() {
    return new TestQueue(provider, "TEST.Q" + queues.incrementAndGet());
  }
}
