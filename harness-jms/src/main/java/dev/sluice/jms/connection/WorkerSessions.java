package dev.sluice.jms.connection;

import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.session.SessionSettings;
import jakarta.jms.JMSException;

/** How the workers of one workload come to their sessions. Any thread. */
@FunctionalInterface
public interface WorkerSessions {

  /** A connection for each worker, or one for all. */
  static WorkerSessions of(SessionSettings settings) {
    if (settings.sharedConnection()) {
      return new SharedConnection(settings);
    }
    String client = settings.clientId();
    return (index, worker) ->
        WorkerSession.open(settings, client.isEmpty() ? "" : client + "-" + (index + 1), worker);
  }

  /**
   * Connects; after a failure nothing is left open.
   *
   * @param workerIndex counts workers from 0
   * @param worker learns what happens to the connection until the session is closed
   */
  WorkerSession open(int workerIndex, ConnectionWatch worker) throws JMSException;
}
