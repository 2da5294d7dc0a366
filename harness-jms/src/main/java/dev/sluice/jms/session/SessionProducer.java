package dev.sluice.jms.session;

import jakarta.jms.CompletionListener;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;

/** Sends messages of a session. For the session's thread alone. */
public interface SessionProducer extends AutoCloseable {

  /** Sends to the destination that the producer was made for. */
  void send(Message message) throws JMSException;

  /** Sends to a destination, by a producer that was made for none. */
  void send(Destination destination, Message message) throws JMSException;

  /**
   * Sends to the producer's destination without waiting for the broker.
   *
   * @param completion learns what came of it, on a thread of the client library
   */
  void send(Message message, CompletionListener completion) throws JMSException;

  @Override
  void close() throws JMSException;
}
