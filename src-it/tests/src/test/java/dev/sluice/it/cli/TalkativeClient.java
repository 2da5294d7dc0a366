package dev.sluice.it.cli;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * A client library that connects to nobody, and repeats on every way out of the process what it was
 * told.
 */
public final class TalkativeClient implements ConnectionFactory {

  private String key = "";

  public void setAccessKey(String accessKey) {
    this.key = accessKey;
  }

  /** Refuses. */
  @SuppressWarnings("DoNotCallSuggester") // called by name
  public void setPin(String pin) {
    throw new IllegalArgumentException("pin " + pin, new IllegalStateException("wrong: " + pin));
  }

  private String repeated(String user, String password) {
    String all = user + " has " + password + " and " + key;
    System.out.println("out: " + all);
    System.err.println("err: " + all);
    Logger.getLogger("talkative").log(Level.SEVERE, "log: " + all, new IllegalStateException(all));
    return all;
  }

  @Override
  public Connection createConnection() throws JMSException {
    return createConnection("nobody", "nothing");
  }

  @Override
  public Connection createConnection(String user, String password) throws JMSException {
    throw new JMSException(repeated(user, password));
  }

  @Override
  public JMSContext createContext() {
    return createContext("nobody", "nothing");
  }

  @Override
  public JMSContext createContext(int sessionMode) {
    return createContext();
  }

  @Override
  public JMSContext createContext(String user, String password) {
    throw new JMSRuntimeException(repeated(user, password));
  }

  @Override
  public JMSContext createContext(String user, String password, int sessionMode) {
    return createContext(user, password);
  }
}
