package dev.sluice.jms.connection;

import dev.sluice.core.worker.ConnectionWatch;
import jakarta.jms.ExceptionListener;
import jakarta.jms.JMSException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Passes on what a provider tells of one worker's connection, until that is closed: a provider may
 * still be busy with it then, while the worker already has another. Keeps the failures that it
 * tells of, for the worker to find.
 */
final class ConnectionEvents implements ConnectionWatch, ExceptionListener {

  private ConnectionWatch worker; // guarded by this; nobody once the connection is closed
  private final AtomicReference<JMSException> reported = new AtomicReference<>();
  private volatile int losses;

  ConnectionEvents(ConnectionWatch worker) {
    this.worker = worker;
  }

  /** How often the connection was lost so far. */
  int losses() {
    return losses;
  }

  /** Whether a failure was reported that nobody has taken. */
  boolean failed() {
    return reported.get() != null;
  }

  /** Throws what was reported since the last time, if anything was. */
  void check() throws JMSException {
    if (reported.get() != null) {
      throw reported.getAndSet(null);
    }
  }

  @Override
  public void onException(JMSException failure) {
    reported.set(failure);
  }

  @Override
  public synchronized void connected(String peer) {
    worker.connected(peer);
  }

  @Override
  public synchronized void reconnecting(long downNanos) {
    losses = losses + 1; // for the worker to see, before its call returns
    worker.reconnecting(downNanos);
  }

  @Override
  public synchronized void reconnected(String peer) {
    worker.reconnected(peer);
  }

  @Override
  public synchronized void gaveUp() {
    worker.gaveUp();
  }

  synchronized void close() {
    worker = ConnectionWatch.NOBODY;
  }
}
