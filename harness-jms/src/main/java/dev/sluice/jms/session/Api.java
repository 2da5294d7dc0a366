package dev.sluice.jms.session;

import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.JMSException;

/** The two APIs of Jakarta Messaging. */
public enum Api {
  /** Connection and Session. */
  CLASSIC,
  /** JMSContext. */
  SIMPLIFIED;

  /**
   * A new connection that is not started.
   *
   * @param mode of the session that comes with it
   * @param watch learns what happens to it
   */
  public SessionConnection connect(JmsProvider provider, SessionMode mode, ConnectionWatch watch)
      throws JMSException {
    return this == CLASSIC
        ? new SessionConnection(provider, mode, provider.connect(watch))
        : new SessionConnection(provider, mode, provider.context(mode.code(), watch));
  }
}
