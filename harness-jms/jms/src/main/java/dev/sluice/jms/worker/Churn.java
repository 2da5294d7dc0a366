package dev.sluice.jms.worker;

import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.connection.WorkerSession;
import dev.sluice.jms.connection.WorkerSessions;
import dev.sluice.jms.session.JmsSession;
import dev.sluice.jms.session.SessionSettings;
import jakarta.jms.JMSException;

/**
 * Closes its connection and makes another, or only a session; one iteration is both, and making it
 * is timed apart.
 */
public final class Churn implements Worker {

  /** The parts that are closed and made again. */
  public enum Cycle {
    /** The connection with its session. */
    CONNECTION,
    /** A session of a connection that stays. */
    SESSION
  }

  private final SessionSettings session;
  private final Cycle cycle;
  private final WorkerSessions sessions;
  private final int index;
  private WorkerContext context = WorkerContext.NOBODY;
  private WorkerSession workerSession;
  private JmsSession last; // of the connection that stays; null if there is none

  private Churn(SessionSettings session, Cycle cycle, WorkerSessions sessions, int index) {
    this.session = session;
    this.cycle = cycle;
    this.sessions = sessions;
    this.index = index;
  }

  /** Makes workers that do it. */
  public static WorkerFactory factory(SessionSettings session, Cycle cycle) {
    WorkerSessions sessions = WorkerSessions.of(session);
    return index -> new Churn(session, cycle, sessions, index);
  }

  @Override
  public void attach(WorkerContext newContext) {
    context = newContext;
  }

  @Override
  public void prepareThread() {
    session.provider().client().adoptThread();
  }

  @Override
  public void open() throws JMSException {
    workerSession = sessions.open(index, context.connection());
    workerSession.start();
  }

  @Override
  public Outcome iterate() throws JMSException {
    if (cycle == Cycle.CONNECTION) {
      close();
    } else {
      workerSession.check();
      closeLast();
    }
    long startNanos = context.clock().nanos();
    if (cycle == Cycle.CONNECTION) {
      open();
    } else {
      last = workerSession.newSession(session.mode());
    }
    context.log().part(LatencyKind.CONNECT, context.clock().nanos() - startNanos);
    return Outcome.DONE;
  }

  @Override
  public void close() {
    WorkerSession closing = workerSession;
    workerSession = null;
    last = null;
    if (closing != null) {
      closing.close();
    }
  }

  @Override
  public String causeOf(Exception failure) {
    return session.provider().explain(failure).cause();
  }

  private void closeLast() throws JMSException {
    JmsSession closing = last;
    last = null;
    if (closing != null) {
      workerSession.close(closing);
    }
  }
}
