package dev.sluice.jms.session;

import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.provider.Interruption;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import jakarta.jms.Connection;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.time.Duration;

/**
 * How the workers of a workload connect and what their sessions are like.
 *
 * @param provider connects them; its creator closes it after them
 * @param api by which of the APIs they use it
 * @param mode how their sessions say what has arrived; with {@link SessionMode#TRANSACTED} they
 *     commit
 * @param batch how many iterations one commit, or one acknowledge in the mode {@link
 *     SessionMode#CLIENT}, is for; at least 1
 * @param commitDelay how long to wait before each commit
 * @param connections how many connections the workers share in turn, each with a session of its
 *     own; 0 for one each
 * @param clientId what they call themselves, with the connection's number unless there is one for
 *     all; empty for nothing
 */
public record SessionSettings(
    JmsProvider provider,
    Api api,
    SessionMode mode,
    int batch,
    Duration commitDelay,
    int connections,
    String clientId) {

  /** How many connections so many workers have. */
  public int connectionsFor(int workers) {
    return connections == 0 ? workers : connections;
  }

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
      if (this == CLASSIC) {
        return new SessionConnection(provider, mode, provider.connect(watch), null);
      }
      JMSContext context = provider.context(mode.code(), watch);
      Connection view = ClassicView.of(context, Connection.class);
      return new SessionConnection(provider, mode, view, context);
    }
  }

  /** How a session says that what it received has arrived. */
  public enum SessionMode {
    /** By itself, each message. */
    AUTO(Session.AUTO_ACKNOWLEDGE),
    /** When told to, all that was received so far. */
    CLIENT(Session.CLIENT_ACKNOWLEDGE),
    /** By itself, when it likes to: some may come again after a failure. */
    DUPS_OK(Session.DUPS_OK_ACKNOWLEDGE),
    /** With the commit of its transaction. */
    TRANSACTED(Session.SESSION_TRANSACTED);

    private final int code;

    SessionMode(int code) {
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  public SessionSettings {
    if (batch < 1) {
      throw new IllegalArgumentException("a transaction needs at least 1 iteration, not " + batch);
    }
    if (commitDelay.isNegative()) {
      throw new IllegalArgumentException("a delay cannot be negative: " + commitDelay);
    }
  }

  /** By the classic API, not transacted, a connection for each worker. */
  public static SessionSettings of(JmsProvider provider) {
    return new SessionSettings(provider, Api.CLASSIC, SessionMode.AUTO, 1, Duration.ZERO, 0, "");
  }

  /** By another API. */
  public SessionSettings withApi(Api newApi) {
    return new SessionSettings(provider, newApi, mode, batch, commitDelay, connections, clientId);
  }

  /** With another mode, and this many iterations per commit or acknowledgement. */
  public SessionSettings withMode(SessionMode newMode, int newBatch) {
    return new SessionSettings(
        provider, api, newMode, newBatch, commitDelay, connections, clientId);
  }

  /** In transactions of this many iterations. */
  public SessionSettings transacted(int iterations) {
    return withMode(SessionMode.TRANSACTED, iterations);
  }

  /** Whether there are transactions. */
  public boolean transacted() {
    return mode == SessionMode.TRANSACTED;
  }

  /** Whether the worker itself says what has arrived, by a commit or an acknowledge. */
  public boolean settles() {
    return transacted() || mode == SessionMode.CLIENT;
  }

  /**
   * A new connection of these settings.
   *
   * @param client the name of the client, or empty
   * @param watch learns what happens to the connection, and its failures
   */
  public <W extends ConnectionWatch & ExceptionListener> SessionConnection connect(
      String client, W watch) throws JMSException {
    SessionConnection connection = api.connect(provider, mode, watch);
    try {
      if (!client.isEmpty()) {
        connection.jms().setClientID(client); // before anything else
      }
      connection
          .jms()
          .setExceptionListener(
              failure -> {
                if (provider.interruption(failure) == Interruption.NONE) { // else it is back
                  watch.onException(failure);
                }
              });
      return connection;
    } catch (JMSException | RuntimeException e) {
      try {
        connection.close();
      } catch (JMSException | RuntimeException whileClosing) {
        e.addSuppressed(whileClosing);
      }
      throw e;
    }
  }

  /** The client id of a worker, counted from 0; empty for none. */
  public String clientIdOf(int worker) {
    int connection = connections == 0 ? worker : worker % connections;
    return connections == 1 || clientId.isEmpty() ? clientId : clientId + "-" + (connection + 1);
  }
}
