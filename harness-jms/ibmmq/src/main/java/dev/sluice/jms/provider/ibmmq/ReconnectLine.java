package dev.sluice.jms.provider.ibmmq;

import dev.sluice.core.time.NanoClock;
import java.time.Duration;

/**
 * Finds out since when a connection is lost. The client has one thread that connects again, one
 * connection after the other, and tells of each only when its turn has come: the last of 180 by
 * then has been lost for as long as all before it took. So a turn that begins when another has just
 * ended counts from the beginning of the first turn. Any thread.
 */
final class ReconnectLine {

  /** A longer pause between two turns than this means that nobody was waiting. */
  private static final long LONGEST_PAUSE_NANOS = Duration.ofMillis(250).toNanos();

  private final NanoClock clock;
  private boolean everUsed; // guarded by this
  private long beganNanos; // guarded by this
  private long lastSignNanos; // guarded by this

  ReconnectLine(NanoClock clock) {
    this.clock = clock;
  }

  /** A connection's turn begins; returns how long it has been lost, in nanoseconds. */
  synchronized long turnBegins() {
    long nowNanos = clock.nanos();
    if (!everUsed || nowNanos - lastSignNanos > LONGEST_PAUSE_NANOS) {
      beganNanos = nowNanos;
    }
    everUsed = true;
    lastSignNanos = nowNanos;
    return nowNanos - beganNanos;
  }

  /** The turn ends, well or not. */
  synchronized void turnEnds() {
    lastSignNanos = clock.nanos();
  }
}
