package dev.sluice.jms.session;

import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.JMSException;

/** The two APIs of Jakarta Messaging. */
public enum Api {
  /** Connection and Session. */
  CLASSIC {
    @Override
    public SessionConnection connect(JmsProvider provider, SessionMode mode, ConnectionWatch watch)
        throws JMSException {
      return new ClassicConnection(provider, provider.connect(watch), mode);
    }
  },
  /** JMSContext. */
  SIMPLIFIED {
    @Override
    public SessionConnection connect(JmsProvider provider, SessionMode mode, ConnectionWatch watch)
        throws JMSException {
      return new SimplifiedConnection(provider, provider.context(mode.code(), watch));
    }
  };

  /**
   * A new connection that is not started.
   *
   * @param mode of the session that comes with it
   * @param watch learns what happens to it
   */
  public abstract SessionConnection connect(
      JmsProvider provider, SessionMode mode, ConnectionWatch watch) throws JMSException;
}
