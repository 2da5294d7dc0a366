package dev.sluice.jms.session;

import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;

/** A connection by either API. Safe for any number of threads as far as the client library is. */
public interface SessionConnection extends AutoCloseable {

  /**
   * Names the client to the broker, for durable subscriptions. Before anything else is done with
   * the connection.
   */
  void identify(String clientId) throws JMSException;

  /** Has a listener told of failures that belong to no call. */
  void onFailure(ExceptionListener listener) throws JMSException;

  /** The session that comes with the connection. Called once at most. */
  JmsSession ownSession() throws JMSException;

  /** Another session. */
  JmsSession newSession(SessionMode mode) throws JMSException;

  /** Lets messages come in. */
  void start() throws JMSException;

  /** Closes the connection and with it all that was made of it. */
  @Override
  void close() throws JMSException;
}
