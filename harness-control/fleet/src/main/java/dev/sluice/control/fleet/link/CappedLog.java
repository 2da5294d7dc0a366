package dev.sluice.control.fleet.link;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A log limited to 20 distinct lines a minute, so that remote peers cannot flood it. After the
 * minute a line says how many there were besides. Thread-safe.
 */
final class CappedLog {

  static final int LINES_PER_MINUTE = 20;

  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final Consumer<String> log;
  private final LongSupplier clockNanos;
  private final Set<String> said = new HashSet<>();
  private long minuteStartNanos;
  private long leftOut;

  CappedLog(Consumer<String> log, LongSupplier clockNanos) {
    this.log = log;
    this.clockNanos = clockNanos;
    this.minuteStartNanos = clockNanos.getAsLong();
  }

  /** Logs a line, or only counts it if it was logged in this minute or the minute is full. */
  synchronized void line(String line) {
    tick();
    if (said.size() < LINES_PER_MINUTE && said.add(line)) {
      log.accept(line);
    } else {
      leftOut++;
    }
  }

  /** To be called from time to time, so that what was left out is told though nothing follows. */
  synchronized void tick() {
    long now = clockNanos.getAsLong();
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
