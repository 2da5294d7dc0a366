package dev.sluice.jms.session;

import dev.sluice.jms.provider.CheckedFailures;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;

/**
 * A session by either API: a Session, or a JMSContext. Used by one thread at a time, but for {@link
 * #close}. Failures are those of the classic API, whichever it is.
 */
public final class JmsSession implements AutoCloseable {

  private final JmsProvider provider;
  private final Session session;
  private final JMSContext context; // null by the classic API

  /**
   * @param context which the session is a view of; null by the classic API
   */
  JmsSession(JmsProvider provider, Session session, JMSContext context) {
    this.provider = provider;
    this.session = session;
    this.context = context;
  }

  /** The session itself, but for making destinations, producers and consumers of it. */
  public Session jms() {
    return session;
  }

  /** The provider's queue of that name. */
  public Destination queue(String name) throws JMSException {
    return provider.destination(session::createQueue, name);
  }

  /** The provider's topic of that name. */
  public Destination topic(String name) throws JMSException {
    return provider.destination(session::createTopic, name);
  }

  /** A new producer, which knows where it sends to. */
  public SessionProducer producer(Destination to, PutOptions options) throws JMSException {
    return producer(to, options, false);
  }

  /**
   * A new producer.
   *
   * @param unidentified whether each send says where to, rather than the producer
   */
  public SessionProducer producer(Destination to, PutOptions options, boolean unidentified)
      throws JMSException {
    return context == null
        ? new SessionProducer.Classic(session, to, options, unidentified)
        : CheckedFailures.get(() -> new SessionProducer.Simplified(context, to, options));
  }

  /**
   * A new consumer.
   *
   * @param selector which messages it receives; empty for all
   */
  public MessageConsumer consumer(Destination from, String selector) throws JMSException {
    return session.createConsumer(from, orNull(selector));
  }

  /** A new browser. */
  public QueueBrowser browser(Queue queue, String selector) throws JMSException {
    return session.createBrowser(queue, orNull(selector));
  }

  /** Closes the session and what was made of it. Any thread. */
  @Override
  public void close() throws JMSException {
    session.close();
  }

  private static String orNull(String selector) {
    return selector.isEmpty() ? null : selector;
  }
}
