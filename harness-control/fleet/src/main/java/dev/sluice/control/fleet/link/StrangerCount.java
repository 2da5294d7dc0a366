package dev.sluice.control.fleet.link;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Connections that were no member's, told in one line a minute at most: the first at once, the
 * others by their number. Thread-safe.
 */
final class StrangerCount {

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Consumer<String> log;
  private final LongSupplier clockNanos;
  private String first = "";
  private long count;
  private long nextLineNanos;

  StrangerCount(Consumer<String> log, LongSupplier clockNanos) {
    this.log = log;
    this.clockNanos = clockNanos;
    this.nextLineNanos = clockNanos.getAsLong();
  }

  synchronized void add(InetSocketAddress caller) {
    if (count++ == 0) {
      first = caller.getAddress().getHostAddress();
    }
    tick();
  }

  /** To be called from time to time, so that the last ones are told though none follows. */
  synchronized void tick() {
    long now = clockNanos.getAsLong();
    if (count == 0 || now - nextLineNanos < 0) {
      return;
    }
    log.accept(
        count == 1
            ? "closed a connection from " + first + " that was no member's"
            : "closed " + count + " connections that were no member's, the first from " + first);
    count = 0;
    nextLineNanos = now + MINUTE_NANOS;
  }
}
