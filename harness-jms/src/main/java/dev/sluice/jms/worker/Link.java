package dev.sluice.jms.worker;

import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's connection with its one session, from when it is opened until it is closed; a worker
 * that reconnects takes a new one. The provider tells of failures on its own thread; the worker's
 * thread learns of them by {@link #check}.
 */
final class Link implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Link.class);

  private final Connection connection;
  private final Session session;
  private final AtomicReference<JMSException> reported = new AtomicReference<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  private Link(Connection connection, Session session) {
    this.connection = connection;
    this.session = session;
  }

  /** Connects; after a failure nothing is left open. */
  static Link open(JmsProvider provider, Transaction transaction) throws JMSException {
    Connection connection = provider.connect();
    try {
      Link link =
          new Link(
              connection, connection.createSession(transaction.used(), Session.AUTO_ACKNOWLEDGE));
      connection.setExceptionListener(link.reported::set);
      return link;
    } catch (JMSException | RuntimeException e) {
      closeQuietly(connection);
      throw e;
    }
  }

  Session session() {
    return session;
  }

  /** Lets messages come in. */
  void start() throws JMSException {
    connection.start();
  }

  /** Throws what the provider reported since the last time, if it did. */
  void check() throws JMSException {
    if (reported.get() != null) {
      throw reported.getAndSet(null);
    }
  }

  /** Whether there is no sign that the connection is gone. */
  boolean healthy() {
    return reported.get() == null && closing.getCount() > 0;
  }

  /** Closes the connection and with it all that was made of it. Any thread, any number of times. */
  @Override
  public void close() {
    closing.countDown();
    closeQuietly(connection);
  }

  /** Closes the connection unless somebody begins to close it meanwhile. */
  void cutUnlessClosedWithin(Duration grace) {
    try {
      if (closing.await(grace.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the process ends; then at once
    }
    close();
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (JMSException | RuntimeException e) {
      // it was broken, which its user has been told by another failure
      log.debug("a connection did not close cleanly", e);
    }
  }
}
