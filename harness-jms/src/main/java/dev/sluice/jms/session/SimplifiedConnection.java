package dev.sluice.jms.session;

import dev.sluice.jms.provider.CheckedFailures;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;

/** The JMSContext that brought the connection. */
final class SimplifiedConnection implements SessionConnection {

  private final JmsProvider provider;
  private final JMSContext context;

  SimplifiedConnection(JmsProvider provider, JMSContext context) {
    this.provider = provider;
    this.context = context;
    context.setAutoStart(false);
  }

  @Override
  public void identify(String clientId) throws JMSException {
    CheckedFailures.run(() -> context.setClientID(clientId));
  }

  @Override
  public void onFailure(ExceptionListener listener) throws JMSException {
    CheckedFailures.run(() -> context.setExceptionListener(listener));
  }

  @Override
  public JmsSession ownSession() {
    return new SimplifiedSession(provider, context);
  }

  @Override
  public JmsSession newSession(SessionMode mode) throws JMSException {
    JMSContext session = CheckedFailures.get(() -> context.createContext(mode.code()));
    session.setAutoStart(false);
    return new SimplifiedSession(provider, session);
  }

  @Override
  public void start() throws JMSException {
    CheckedFailures.run(context::start);
  }

  @Override
  public void close() throws JMSException {
    CheckedFailures.run(context::close);
  }
}
