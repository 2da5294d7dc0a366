package dev.sluice.jms.provider;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;

/**
 * The credentials.
 *
 * @param user a user name, or empty to connect without one
 * @param password the user's password
 */
public record Credentials(String user, Secret password) {

  /** Connects without a user name. */
  public static final Credentials NONE = new Credentials("", Secret.of(""));

  /** Whether there is a user name. */
  public boolean given() {
    return !user.isEmpty();
  }

  /** A new connection of the factory, for this user. */
  public Connection connect(ConnectionFactory factory) throws JMSException {
    return given() ? factory.createConnection(user, password.reveal()) : factory.createConnection();
  }

  /** The same by the simplified API, with a session of the mode. */
  public JMSContext context(ConnectionFactory factory, int sessionMode) throws JMSException {
    try {
      return given()
          ? factory.createContext(user, password.reveal(), sessionMode)
          : factory.createContext(sessionMode);
    } catch (JMSRuntimeException e) {
      throw CheckedFailures.of(e);
    }
  }

  /** The text to append to the description of a provider. */
  public String describe() {
    return given() ? ", user " + user : "";
  }
}
