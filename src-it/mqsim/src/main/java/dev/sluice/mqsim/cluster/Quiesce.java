package dev.sluice.mqsim.cluster;

import dev.sluice.mqsim.conversation.Connection;
import dev.sluice.mqsim.manager.QueueManager;
import dev.sluice.mqsim.manager.QueueManager.Consumption;
import java.util.Collection;
import java.util.function.Supplier;

/**
 * How a queue manager begins to end in order, so that no message is lost: calls under way are
 * completed, and gets are given nothing more. Clients are told only when the next call of each has
 * shown that it has the answer to its last get or commit, or a second later: a client that is told
 * breaks its connection, and does not read what is still under way to it.
 */
public final class Quiesce {

  private static final long GRACE_NANOS = 1_000_000_000L;
  private static final long CHECK_NANOS = 20_000_000L;

  private final QueueManager queueManager;
  private final Supplier<? extends Collection<Connection>> connections;

  /**
   * @param connections those that are open now
   */
  public Quiesce(
      QueueManager queueManager, Supplier<? extends Collection<Connection>> connections) {
    this.queueManager = queueManager;
    this.connections = connections;
  }

  /** Begins, and then has the clients told. */
  public void thenTell(Runnable clients) {
    queueManager.consumption(Consumption.HELD_BACK);
    tellWhenNothingIsUnderWay(clients, GRACE_NANOS);
  }

  private void tellWhenNothingIsUnderWay(Runnable clients, long remainingNanos) {
    if (remainingNanos > 0 && connections.get().stream().anyMatch(Connection::hasWorkUnderWay)) {
      queueManager
          .timer()
          .schedule(
              CHECK_NANOS, () -> tellWhenNothingIsUnderWay(clients, remainingNanos - CHECK_NANOS));
    } else {
      clients.run();
    }
  }
}
