package dev.sluice.it.request;

import dev.sluice.core.worker.Worker;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/** A started connection with a session, for requesters and responders. */
abstract class JmsWorker implements Worker {

  private final JmsProvider provider;
  private Connection connection;

  JmsWorker(JmsProvider provider) {
    this.provider = provider;
  }

  @Override
  public final void open() throws JMSException {
    connection = provider.connect();
    open(provider, connection.createSession(false, Session.AUTO_ACKNOWLEDGE));
    connection.start();
  }

  /** Makes what the worker needs of its session. */
  abstract void open(JmsProvider jms, Session session) throws JMSException;

  @Override
  public final void close() {
    try {
      connection.close();
    } catch (JMSException e) {
      throw new IllegalStateException("a connection did not close", e);
    }
  }

  @Override
  public final String causeOf(Exception failure) {
    return provider.explain(failure).cause();
  }
}
