package dev.sluice.control.analysis.calibrate;

import dev.sluice.core.time.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Reads the count of iterations of a run at fixed times. One thread.
 *
 * @param iterations the run's, so far
 */
record CountProbe(LongSupplier iterations, NanoClock clock) {

  static final long WINDOW_NANOS = 100_000_000;

  /** The count now. */
  Reading read() {
    long counted = iterations.getAsLong();
    return new Reading(clock.nanos(), counted);
  }

  /**
   * Readings every 100 ms; one that is late by half of that or more takes the place of those it
   * missed, so that no window is too short to mean anything.
   *
   * @param fromNanos when the first is made
   * @param untilNanos the last is made no later
   */
  List<Reading> readUntil(long fromNanos, long untilNanos) {
    List<Reading> readings = new ArrayList<>();
    long atNanos = fromNanos;
    while (atNanos <= untilNanos) {
      while (clock.nanos() < atNanos) {
        clock.parkUntil(atNanos);
      }
      readings.add(read());
      long lateNanos = clock.nanos() - atNanos;
      atNanos += WINDOW_NANOS * (1 + (lateNanos + WINDOW_NANOS / 2) / WINDOW_NANOS);
    }
    return readings;
  }
}
