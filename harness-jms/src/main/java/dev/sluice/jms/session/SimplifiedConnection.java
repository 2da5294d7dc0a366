package dev.sluice.jms.session;

import dev.sluice.jms.provider.CheckedFailures;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;

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
    try {
      context.setClientID(clientId);
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  @Override
  public void onFailure(ExceptionListener listener) throws JMSException {
    try {
      context.setExceptionListener(listener);
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  @Override
  public JmsSession ownSession() {
    return new SimplifiedSession(provider, context);
  }

  @Override
  public JmsSession newSession(SessionMode mode) throws JMSException {
    try {
      JMSContext session = context.createContext(mode.code());
      session.setAutoStart(false);
      return new SimplifiedSession(provider, session);
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  @Override
  public void start() throws JMSException {
    try {
      context.start();
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  @Override
  public void close() throws JMSException {
    try {
      context.close();
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }
}
