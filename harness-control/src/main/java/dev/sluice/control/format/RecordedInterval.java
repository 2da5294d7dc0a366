package dev.sluice.control.format;

import dev.sluice.core.result.Snapshot;

/**
 * An interval as a run folder keeps it.
 *
 * @param snapshot the interval
 * @param cpuCores how many processors the harness kept busy in it, on average
 */
public record RecordedInterval(Snapshot snapshot, double cpuCores) {

  /** When it began, in nanoseconds since the schedule started. */
  public long startNanos() {
    return snapshot.sinceStartNanos() - snapshot.lengthNanos();
  }
}
