package dev.sluice.jms.connection;

import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionConnection;
import dev.sluice.jms.session.SessionSettings;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How the workers of one workload come to their sessions. Any thread. */
@FunctionalInterface
public interface WorkerSessions {

  /** A connection for each worker, or some that they share in turn. */
  static WorkerSessions of(SessionSettings settings) {
    if (settings.connections() == 0) {
      return (index, worker) -> WorkerSession.open(settings, settings.clientIdOf(index), worker);
    }
    List<SharedConnection> shared =
        Stream.generate(() -> new SharedConnection(settings))
            .limit(settings.connections())
            .toList();
    return (index, worker) -> shared.get(index % shared.size()).open(index, worker);
  }

  /**
   * Connects; after a failure nothing is left open.
   *
   * @param workerIndex counts workers from 0
   * @param worker learns what happens to the connection until the session is closed
   */
  WorkerSession open(int workerIndex, ConnectionWatch worker) throws JMSException;

  /**
   * One connection for several workers of a workload, there as long as one of them uses it. What
   * happens to it happens to all of them. When it has failed, the first worker to come back makes
   * another, and the others join that one.
   */
  final class SharedConnection implements WorkerSessions {

    private final SessionSettings settings;
    private Members current; // guarded by this; null if there is none

    SharedConnection(SessionSettings settings) {
      this.settings = settings;
    }

    @Override
    public WorkerSession open(int workerIndex, ConnectionWatch worker) throws JMSException {
      ConnectionEvents watch = new ConnectionEvents(worker);
      Members joined = join(watch, settings.clientIdOf(workerIndex));
      try {
        JmsSession session = joined.newSession();
        return new WorkerSession(
            joined.connection,
            session,
            settings.provider(),
            watch,
            () -> leave(joined, watch, session));
      } catch (JMSException | RuntimeException e) {
        watch.close();
        joined.failed();
        leave(joined, watch, () -> {});
        throw e;
      }
    }

    private synchronized Members join(ConnectionEvents watch, String clientId) throws JMSException {
      if (current == null || current.isFailed()) {
        current = connect(clientId);
      }
      current.add(watch);
      return current;
    }

    private Members connect(String clientId) throws JMSException {
      Members members = new Members();
      members.connection = settings.connect(clientId, members);
      return members;
    }

    private void leave(Members left, ConnectionEvents watch, AutoCloseable session) {
      WorkerSession.closeQuietly(session);
      synchronized (this) {
        if (!left.remove(watch)) {
          return; // others are there, or it has left before
        }
        if (current == left) {
          current = null;
        }
      }
      WorkerSession.closeQuietly(left.connection);
    }

    /** A connection and the workers that use it, which are all told what happens to it. */
    private final class Members implements ConnectionWatch, ExceptionListener {

      private final List<ConnectionEvents> watches = new ArrayList<>(); // guarded by this
      private final Object sessions = new Object();
      private SessionConnection connection; // set before anybody joins
      private String peer = ""; // guarded by this
      private boolean failed; // guarded by this

      synchronized void add(ConnectionEvents watch) {
        watches.add(watch);
        watch.connected(peer);
      }

      /** Returns whether it was there and the last one. */
      synchronized boolean remove(ConnectionEvents watch) {
        return watches.remove(watch) && watches.isEmpty();
      }

      synchronized boolean isFailed() {
        return failed;
      }

      /** Nobody is to join any more. */
      synchronized void failed() {
        failed = true;
      }

      /** A JMSContext makes others for one thread at a time. */
      JmsSession newSession() throws JMSException {
        synchronized (sessions) {
          return connection.newSession(settings.mode());
        }
      }

      @Override
      public synchronized void onException(JMSException failure) {
        failed = true;
        watches.forEach(watch -> watch.onException(failure));
      }

      @Override
      public synchronized void connected(String newPeer) {
        peer = newPeer;
        watches.forEach(watch -> watch.connected(newPeer));
      }

      @Override
      public synchronized void reconnecting(long downNanos) {
        watches.forEach(watch -> watch.reconnecting(downNanos));
      }

      @Override
      public synchronized void reconnected(String newPeer) {
        peer = newPeer;
        watches.forEach(watch -> watch.reconnected(newPeer));
      }

      @Override
      public synchronized void gaveUp() {
        failed = true;
        watches.forEach(ConnectionEvents::gaveUp);
      }
    }
  }
}
