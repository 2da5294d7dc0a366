package dev.sluice.jms.session;

import dev.sluice.jms.message.MessageCreator;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.Topic;

/**
 * A session by either API: a Session, or a JMSContext. Used by one thread at a time, but for {@link
 * #close}. Failures are those of the classic API, whichever it is.
 */
public interface JmsSession extends MessageCreator, AutoCloseable {

  /** The provider's topic of that name. */
  Destination topic(String name) throws JMSException;

  /** A new queue that ends with the connection. */
  TemporaryQueue temporaryQueue() throws JMSException;

  /**
   * A new producer.
   *
   * @param destination where it sends to, or null if each send says so
   */
  SessionProducer producer(Destination destination, PutOptions options) throws JMSException;

  /**
   * A new consumer.
   *
   * @param selector which messages it receives; empty for all
   */
  SessionConsumer consumer(Destination from, String selector) throws JMSException;

  /** A new consumer of a topic; the same as that of a queue for a plain subscription. */
  SessionConsumer subscriber(Topic topic, Subscription subscription, String selector)
      throws JMSException;

  /** Ends a durable subscription, which nobody uses any more. */
  void unsubscribe(String subscription) throws JMSException;

  /** A new browser. */
  QueueBrowser browser(Queue queue, String selector) throws JMSException;

  void commit() throws JMSException;

  void rollback() throws JMSException;

  /**
   * Acknowledges all that was received so far, in the mode {@link SessionMode#CLIENT}.
   *
   * @param last what was received last
   */
  void acknowledge(Message last) throws JMSException;

  /** Has all that was not acknowledged delivered again. */
  void recover() throws JMSException;

  /** Closes the session and what was made of it. Any thread. */
  @Override
  void close() throws JMSException;
}
