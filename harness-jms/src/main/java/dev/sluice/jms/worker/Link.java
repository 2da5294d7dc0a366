package dev.sluice.jms.worker;

import dev.sluice.core.worker.ConnectionWatch;
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
  private final JmsProvider provider;
  private final LinkWatch watch;
  private final AtomicReference<JMSException> reported = new AtomicReference<>();
  private final CountDownLatch closing = new CountDownLatch(1);
  private int lossesSeen; // by the worker

  private Link(Connection connection, Session session, JmsProvider provider, LinkWatch watch) {
    this.connection = connection;
    this.session = session;
    this.provider = provider;
    this.watch = watch;
  }

  /**
   * Connects; after a failure nothing is left open.
   *
   * @param worker is told what happens to the connection until it is closed
   */
  static Link open(JmsProvider provider, Transaction transaction, ConnectionWatch worker)
      throws JMSException {
    LinkWatch watch = new LinkWatch(worker);
    Connection connection = provider.connect(watch);
    try {
      Session session = connection.createSession(transaction.used(), Session.AUTO_ACKNOWLEDGE);
      Link link = new Link(connection, session, provider, watch);
      connection.setExceptionListener(link.reported::set);
      return link;
    } catch (JMSException | RuntimeException e) {
      watch.close();
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

  /**
   * Whether a call failed only since the provider connected again during it: the connection is good
   * again, and what became of the call is another question. For the worker's thread.
   */
  boolean interrupted(Exception failure) {
    int losses = watch.losses();
    boolean lostSinceAsked = losses != lossesSeen;
    lossesSeen = losses;
    return switch (provider.interruption(failure)) {
      case NONE -> false;
      case RECONNECTED -> true;
      // a broker rolls back for reasons of its own too
      case ROLLED_BACK -> lostSinceAsked;
    };
  }

  /** Whether there is no sign that the connection is gone. */
  boolean healthy() {
    return reported.get() == null && closing.getCount() > 0;
  }

  /** Closes the connection and with it all that was made of it. Any thread, any number of times. */
  @Override
  public void close() {
    closing.countDown();
    watch.close();
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
