package dev.sluice.jms.provider;

import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/**
 * A way to a broker. Made from settings that were found right; connects when asked to. Safe for any
 * number of threads.
 */
public interface JmsProvider extends AutoCloseable {

  /** What options and reports call it. */
  String name();

  /** Where it goes and how, in one line without secrets. */
  String describe();

  /**
   * A new connection that is not started, with the credentials of the settings. It belongs to the
   * caller.
   *
   * @throws JMSException if there is none in reasonable time; {@link #explain} says what it means
   */
  Connection connect() throws JMSException;

  /** The queue of that name, as a destination for the session's producers and consumers. */
  Destination queue(Session session, String name) throws JMSException;

  /** What a failure of this provider's connections means; never fails itself. */
  Failure explain(Throwable failure);

  /** Lets go of what the provider holds itself; connections are closed by those who have them. */
  @Override
  void close();
}
