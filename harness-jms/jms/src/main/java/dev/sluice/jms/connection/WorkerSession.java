package dev.sluice.jms.connection;

import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionConnection;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker's session, with the connection it is of, from when it is opened until it is closed; a
 * worker that reconnects takes a new one. The provider tells of failures on its own thread; the
 * worker's thread learns of them by {@link #check}.
 */
public final class WorkerSession implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(WorkerSession.class);

  private static final long LOOK_AROUND_NANOS = Duration.ofMillis(10).toNanos();

  private final SessionConnection connection;
  private final JmsSession session;
  private final JmsProvider provider;
  private final ConnectionEvents watch;
  private final AutoCloseable end;
  private final List<JmsSession> moreSessions = new CopyOnWriteArrayList<>();
  private volatile boolean closing;
  private int lossesSeen; // by the worker

  /**
   * @param end what closes all that is the worker's own
   */
  public WorkerSession(
      SessionConnection connection,
      JmsSession session,
      JmsProvider provider,
      ConnectionEvents watch,
      AutoCloseable end) {
    this.connection = connection;
    this.session = session;
    this.provider = provider;
    this.watch = watch;
    this.end = end;
  }

  /**
   * A session with a connection of its own; after a failure nothing is left open.
   *
   * @param client what the client is called, or empty
   * @param worker learns what happens to the connection until it is closed
   */
  public static WorkerSession open(SessionSettings settings, String client, ConnectionWatch worker)
      throws JMSException {
    ConnectionEvents watch = new ConnectionEvents(worker);
    SessionConnection connection = settings.connect(client, watch);
    try {
      return new WorkerSession(
          connection, connection.ownSession(), settings.provider(), watch, connection);
    } catch (JMSException | RuntimeException e) {
      watch.close();
      closeQuietly(connection);
      throw e;
    }
  }

  public JmsSession session() {
    return session;
  }

  /** Another session of the connection, closed with the session. */
  public JmsSession newSession(SessionMode mode) throws JMSException {
    JmsSession session = connection.newSession(mode);
    moreSessions.add(session);
    return session;
  }

  /** Closes a session that was made by {@link #newSession} before the session is closed. */
  public void close(JmsSession one) throws JMSException {
    moreSessions.remove(one);
    one.close();
  }

  /** Lets messages come in. */
  public void start() throws JMSException {
    connection.jms().start();
  }

  /** Throws what the provider reported since the last time, if it did. */
  public void check() throws JMSException {
    watch.check();
  }

  /** Throws what the provider reported, if it did or does so before some time has passed. */
  public void checkFor(Duration time, NanoClock clock) throws JMSException {
    long untilNanos = clock.nanos() + time.toNanos();
    while (healthy() && clock.nanos() - untilNanos < 0) {
      clock.parkUntil(clock.nanos() + LOOK_AROUND_NANOS);
    }
    check();
  }

  /** How often the provider lost the connection so far and went to get it back. */
  public int losses() {
    return watch.losses();
  }

  /**
   * Whether a call failed only because the provider connected again during it: the connection is
   * good again, and what happened to the call is another question. For the worker's thread.
   */
  public boolean interrupted(Exception failure) {
    int losses = watch.losses();
    boolean lostSinceAsked = losses != lossesSeen;
    lossesSeen = losses;
    return switch (provider.interruption(failure)) {
      case NONE -> false;
      case RECONNECTED -> true;
      // a broker rolls back for reasons of its own too
      case ROLLED_BACK -> lostSinceAsked;
    };
  }

  /** Whether there is no sign that the connection is gone. */
  public boolean healthy() {
    return !watch.failed() && !closing;
  }

  /** Closes what is the worker's own and all that was made of it. Any thread, any times. */
  @Override
  public void close() {
    closing = true;
    watch.close();
    moreSessions.forEach(WorkerSession::closeQuietly);
    closeQuietly(end);
  }

  /** Closes it unless somebody does so already. */
  public void closeUnlessClosing() {
    if (!closing) {
      close();
    }
  }

  /** Closes what may be broken, which its user has been told by another failure. */
  public static void closeQuietly(AutoCloseable broken) {
    try {
      broken.close();
    } catch (Exception e) {
      log.debug("a connection or session did not close cleanly", e);
    }
  }
}
