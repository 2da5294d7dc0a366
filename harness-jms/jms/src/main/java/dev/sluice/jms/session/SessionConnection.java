package dev.sluice.jms.session;

import dev.sluice.jms.provider.CheckedFailures;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/** A connection by either API. Safe for any number of threads as far as the client library is. */
public final class SessionConnection implements AutoCloseable {

  private final JmsProvider provider;
  private final SessionMode ownMode;
  private final Connection connection;
  private final JMSContext context; // null by the classic API

  /**
   * @param context which the connection is a view of; null by the classic API
   */
  SessionConnection(
      JmsProvider provider, SessionMode ownMode, Connection connection, JMSContext context) {
    this.provider = provider;
    this.ownMode = ownMode;
    this.connection = connection;
    this.context = context;
  }

  /** The connection itself, but for making sessions of it. */
  public Connection jms() {
    return connection;
  }

  /** The session that comes with the connection. Called once at most. */
  public JmsSession ownSession() throws JMSException {
    return context == null ? newSession(ownMode) : simplified(context);
  }

  /** Another session. */
  public JmsSession newSession(SessionMode mode) throws JMSException {
    return context == null
        // IBM's client has no createSession(int) on channels with SHARECNV(0)
        ? new JmsSession(
            provider, connection.createSession(mode == SessionMode.TRANSACTED, mode.code()), null)
        : simplified(CheckedFailures.get(() -> context.createContext(mode.code())));
  }

  /** Closes the connection and with it all that was made of it. */
  @Override
  public void close() throws JMSException {
    connection.close();
  }

  private JmsSession simplified(JMSContext session) {
    return new JmsSession(provider, ClassicView.of(session, Session.class), session);
  }
}
