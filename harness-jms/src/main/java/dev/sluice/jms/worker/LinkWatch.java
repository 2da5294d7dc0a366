package dev.sluice.jms.worker;

import dev.sluice.core.worker.ConnectionWatch;

/**
 * Passes on what a provider tells of one connection, until that is closed: a provider may still be
 * busy with it then, while the worker already has another.
 */
final class LinkWatch implements ConnectionWatch {

  private final ConnectionWatch worker;
  private boolean closed; // guarded by this
  private volatile int losses;

  LinkWatch(ConnectionWatch worker) {
    this.worker = worker;
  }

  /** How often the connection was lost so far. */
  int losses() {
    return losses;
  }

  @Override
  public synchronized void connected(String peer) {
    if (!closed) {
      worker.connected(peer);
    }
  }

  @Override
  public synchronized void reconnecting(long downNanos) {
    losses = losses + 1; // for the worker to see, before its call returns
    if (!closed) {
      worker.reconnecting(downNanos);
    }
  }

  @Override
  public synchronized void reconnected(String peer) {
    if (!closed) {
      worker.reconnected(peer);
    }
  }

  @Override
  public synchronized void gaveUp() {
    if (!closed) {
      worker.gaveUp();
    }
  }

  synchronized void close() {
    closed = true;
  }
}
