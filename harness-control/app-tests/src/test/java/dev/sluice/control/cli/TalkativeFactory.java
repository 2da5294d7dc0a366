package dev.sluice.control.cli;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;

/** A client library that connects to nothing and repeats all that it is told, secret or not. */
public final class TalkativeFactory implements ConnectionFactory {

  private String told = "";

  public void setAddress(String address) {
    told += " at " + address;
  }

  public void setPassword(String password) {
    told += " with " + password;
  }

  /** Refuses. */
  @SuppressWarnings("DoNotCallSuggester") // called by name
  public void setPin(String pin) {
    throw new IllegalArgumentException("pin " + pin, new IllegalStateException("wrong: " + pin));
  }

  /** Refuses. */
  @SuppressWarnings("DoNotCallSuggester") // called by name
  public void setLogin(String login) {
    throw new IllegalArgumentException("no user has " + login.substring(login.indexOf(':') + 1));
  }

  @Override
  public Connection createConnection() throws JMSException {
    throw new JMSException("nobody" + told);
  }

  @Override
  public Connection createConnection(String user, String password) throws JMSException {
    throw new JMSException("nobody" + told + " knows " + user + " with " + password);
  }

  @Override
  public JMSContext createContext() {
    throw new JMSRuntimeException("nobody" + told);
  }

  @Override
  public JMSContext createContext(int sessionMode) {
    return createContext();
  }

  @Override
  public JMSContext createContext(String user, String password) {
    throw new JMSRuntimeException("nobody" + told + " knows " + user + " with " + password);
  }

  @Override
  public JMSContext createContext(String user, String password, int sessionMode) {
    return createContext(user, password);
  }
}
