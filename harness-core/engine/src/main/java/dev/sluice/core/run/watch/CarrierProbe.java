package dev.sluice.core.run.watch;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;

/**
 * Asks whether a virtual thread gets a carrier: starts one that does nothing, and the next when
 * that has run. For one thread.
 */
final class CarrierProbe {

  private final Optional<ThreadFactory> threads;
  private volatile boolean answered = true;
  private long askedNanos;

  /**
   * @param threads makes virtual threads; empty to ask nothing
   */
  CarrierProbe(Optional<ThreadFactory> threads) {
    this.threads = threads;
  }

  /** Since when one has waited, under no name; empty if none does, and then the next is asked. */
  Map<String, Long> unansweredSinceNanos(long nowNanos) {
    if (!answered) {
      return Map.of("", askedNanos);
    }
    if (threads.isPresent()) {
      askedNanos = nowNanos;
      answered = false;
      threads.get().newThread(() -> answered = true).start();
    }
    return Map.of();
  }
}
