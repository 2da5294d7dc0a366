package dev.sluice.jms.session;

import dev.sluice.jms.provider.CheckedFailures;
import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;

/** Sends messages of a session to one destination. For the session's thread alone. */
public sealed interface SessionProducer extends AutoCloseable {

  void send(Message message) throws JMSException;

  /** Sends messages with this priority from now on, 0 to 9. */
  void prioritize(int priority) throws JMSException;

  /**
   * Sends without waiting for the broker.
   *
   * @param completion learns what came of it, on a thread of the client library
   */
  void send(Message message, CompletionListener completion) throws JMSException;

  @Override
  void close() throws JMSException;

  /**
   * A MessageProducer.
   *
   * @param told with each message; null if the producer knows it
   */
  record Classic(MessageProducer producer, Destination told) implements SessionProducer {

    Classic(Session session, Destination to, PutOptions options, boolean unidentified)
        throws JMSException {
      this(session.createProducer(unidentified ? null : to), unidentified ? to : null);
      options.apply(
          producer::setDeliveryMode,
          producer::setPriority,
          producer::setTimeToLive,
          producer::setDeliveryDelay);
    }

    @Override
    public void send(Message message) throws JMSException {
      if (told == null) {
        producer.send(message);
      } else {
        producer.send(told, message);
      }
    }

    @Override
    public void send(Message message, CompletionListener completion) throws JMSException {
      producer.send(message, completion);
    }

    @Override
    public void prioritize(int priority) throws JMSException {
      producer.setPriority(priority);
    }

    @Override
    public void close() throws JMSException {
      producer.close();
    }
  }

  /** A JMSProducer, which knows no destination of its own. */
  record Simplified(JMSProducer producer, Destination to) implements SessionProducer {

    Simplified(JMSContext context, Destination to, PutOptions options) {
      this(context.createProducer(), to);
      options.apply(
          producer::setDeliveryMode,
          producer::setPriority,
          producer::setTimeToLive,
          producer::setDeliveryDelay);
    }

    @Override
    public void send(Message message) throws JMSException {
      try {
        producer.send(to, message);
      } catch (JMSRuntimeException e) {
        throw CheckedFailures.of(e);
      }
    }

    @Override
    public void send(Message message, CompletionListener completion) throws JMSException {
      try {
        producer.setAsync(completion);
        producer.send(to, message);
      } catch (JMSRuntimeException e) {
        throw CheckedFailures.of(e);
      }
    }

    @Override
    public void prioritize(int priority) throws JMSException {
      try {
        producer.setPriority(priority);
      } catch (JMSRuntimeException e) {
        throw CheckedFailures.of(e);
      }
    }

    @Override
    public void close() {
      // has nothing to let go of
    }
  }
}
