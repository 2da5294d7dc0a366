package dev.sluice.it.cli;

import java.util.concurrent.locks.LockSupport;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;

/** Has a broker take messages one after another, each after its share of a second. */
final class CapacityLimit implements ActiveMQServerMessagePlugin {

  /** So much of a stall of the host is made up, so that it costs no capacity. */
  private static final long STALL_NANOS = 10_000_000;

  private final double nanosPerMessage;
  private double freeNanos; // guarded by this

  CapacityLimit(double capacityPerSecond) {
    this.nanosPerMessage = 1e9 / capacityPerSecond;
    this.freeNanos = System.nanoTime();
  }

  @Override
  public void beforeSend(
      ServerSession session,
      Transaction transaction,
      Message message,
      boolean direct,
      boolean noAutoCreateQueue) {
    long takenNanos;
    synchronized (this) {
      freeNanos = Math.max(freeNanos, (double) (System.nanoTime() - STALL_NANOS)) + nanosPerMessage;
      takenNanos = (long) freeNanos;
    }
    while (System.nanoTime() < takenNanos) {
      LockSupport.parkNanos(takenNanos - System.nanoTime());
    }
  }
}
