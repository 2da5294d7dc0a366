package dev.sluice.core.run.watch;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Timeline;
import dev.sluice.core.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Notices when all workers of a workload are blocked, each inside one call for long, as senders are
 * whose queue is full: tells it once, with since when, and once when it is over. For the intervals'
 * thread.
 */
public final class StallWatch {

  /** How long the last of them to be blocked has been so before it is worth a word. */
  static final long BOUND_NANOS = Duration.ofSeconds(5).toNanos();

  /**
   * And before its broker is asked why, again and again: while that answers, it is there. A look is
   * wanted as often.
   */
  public static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();

  private final String workload;
  private final LongSupplier blockedSinceNanos;
  private final Supplier<String> why;
  private final Executor asking;
  private final Timeline timeline;
  private final AtomicBoolean asks = new AtomicBoolean();
  private long toldSinceNanos = NanoClock.NEVER;

  /**
   * @param blockedSinceNanos since when all workers have been inside one call, {@link
   *     NanoClock#NEVER} if they are not
   * @param why looks up what may block them, one phrase, empty if nobody knows; may take long
   * @param asking runs that
   */
  public StallWatch(
      String workload,
      LongSupplier blockedSinceNanos,
      Supplier<String> why,
      Executor asking,
      Timeline timeline) {
    this.workload = workload;
    this.blockedSinceNanos = blockedSinceNanos;
    this.why = why;
    this.asking = asking;
    this.timeline = timeline;
  }

  /** Looks whether it is so now. */
  public void look(long nowNanos) {
    long sinceNanos = blockedSinceNanos.getAsLong();
    long blockedNanos = NanoClock.between(sinceNanos, nowNanos);
    if (toldSinceNanos != NanoClock.NEVER) {
      if (sinceNanos > toldSinceNanos) { // somebody got on
        tell("some workers are no longer blocked");
        toldSinceNanos = NanoClock.NEVER;
      }
    } else if (blockedNanos >= BOUND_NANOS) {
      toldSinceNanos = sinceNanos;
      String text = "all workers blocked since " + timeline.timeOfDay(sinceNanos) + ": ";
      asking.execute(() -> tell(text + reason()));
      return;
    }
    if (blockedNanos >= LOOK_NANOS && !asks.getAndSet(true)) {
      asking.execute(this::ask);
    }
  }

  private void ask() {
    try {
      reason();
    } finally {
      asks.set(false);
    }
  }

  private String reason() {
    String found = why.get();
    return found.isEmpty() ? "none of their calls returns" : found;
  }

  private void tell(String text) {
    timeline.add(RunEvent.Kind.BLOCKED, workload, text);
  }
}
