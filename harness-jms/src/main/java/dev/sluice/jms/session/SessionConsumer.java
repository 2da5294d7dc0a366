package dev.sluice.jms.session;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;

/** Receives messages of a session. For the session's thread alone, but for closing it. */
public interface SessionConsumer extends AutoCloseable {

  /**
   * The next message.
   *
   * @param timeoutMillis how long to wait for it, 0 for ever
   * @return null if there was none, or if the consumer was closed meanwhile
   */
  Message receive(long timeoutMillis) throws JMSException;

  /** The next message if there is one now, else null. */
  Message receiveNoWait() throws JMSException;

  /** Has messages brought to a listener, on a thread of the client library; null for no more. */
  void listen(MessageListener listener) throws JMSException;

  /** Waits for a listener that is at work, unless it is that listener which calls this. */
  @Override
  void close() throws JMSException;
}
