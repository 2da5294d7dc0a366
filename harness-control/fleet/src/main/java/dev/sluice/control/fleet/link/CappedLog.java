package dev.sluice.control.fleet.link;

import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A log that strangers cannot fill: each line once a minute, so many lines a minute at most, and
 * then a line that says how many there were besides. Connections that were no member's are told in
 * one line a minute at most: the first at once, the others by their number. Thread-safe.
 */
final class CappedLog {

  static final int LINES_PER_MINUTE = 20;

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Consumer<String> log;
  private final LongSupplier clockNanos;
  private final Set<String> said = new HashSet<>();
  private long minuteStartNanos;
  private long leftOut;
  private String firstStranger = "";
  private long strangers;
  private long strangersFromNanos; // when they are told again

  CappedLog(Consumer<String> log, LongSupplier clockNanos) {
    this.log = log;
    this.clockNanos = clockNanos;
    this.minuteStartNanos = clockNanos.getAsLong();
    this.strangersFromNanos = minuteStartNanos;
  }

  synchronized void line(String line) {
    tick();
    if (said.size() < LINES_PER_MINUTE && said.add(line)) {
      log.accept(line);
    } else {
      leftOut++;
    }
  }

  /** A connection was no member's. */
  synchronized void stranger(InetSocketAddress caller) {
    if (strangers++ == 0) {
      firstStranger = caller.getAddress().getHostAddress();
    }
    tick();
  }

  /** To be called from time to time, so that what was left out is told though nothing follows. */
  synchronized void tick() {
    long now = clockNanos.getAsLong();
    if (strangers > 0 && now - strangersFromNanos >= 0) {
      log.accept(
          strangers == 1
              ? "closed a connection from " + firstStranger + " that was no member's"
              : "closed %d connections that were no member's, the first from %s"
                  .formatted(strangers, firstStranger));
      strangers = 0;
      strangersFromNanos = now + MINUTE_NANOS;
    }
    if (now - minuteStartNanos >= MINUTE_NANOS) {
      if (leftOut > 0) {
        log.accept(leftOut + " more such lines in the last minute");
      }
      minuteStartNanos = now;
      leftOut = 0;
      said.clear();
    }
  }
}
