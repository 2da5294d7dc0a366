package dev.sluice.jms.worker;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Has a worker work on a thread of its own, for tests whose own thread ends its wait. */
final class Elsewhere {

  private static final Set<Thread.State> WAITING =
      EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

  private Elsewhere() {}

  /** Returns when the other thread waits inside the provider, or has returned. */
  static CompletableFuture<Outcome> iterate(Worker worker) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                outcome.complete(worker.iterate());
              } catch (Exception e) {
                outcome.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    while (!outcome.isDone() && !WAITING.contains(thread.getState())) {
      Thread.onSpinWait();
    }
    return outcome;
  }
}
