package dev.sluice.jms.session;

import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;

/** A Connection. */
final class ClassicConnection implements SessionConnection {

  private final JmsProvider provider;
  private final Connection connection;
  private final SessionMode ownMode;

  ClassicConnection(JmsProvider provider, Connection connection, SessionMode ownMode) {
    this.provider = provider;
    this.connection = connection;
    this.ownMode = ownMode;
  }

  @Override
  public void identify(String clientId) throws JMSException {
    connection.setClientID(clientId);
  }

  @Override
  public void onFailure(ExceptionListener listener) throws JMSException {
    connection.setExceptionListener(listener);
  }

  @Override
  public JmsSession ownSession() throws JMSException {
    return newSession(ownMode);
  }

  @Override
  public JmsSession newSession(SessionMode mode) throws JMSException {
    return new ClassicSession(provider, connection.createSession(mode.code()));
  }

  @Override
  public void start() throws JMSException {
    connection.start();
  }

  @Override
  public void close() throws JMSException {
    connection.close();
  }
}
