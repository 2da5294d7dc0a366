package dev.sluice.control.format;

import dev.sluice.core.result.Snapshot;

/**
 * An interval as a run folder keeps it.
 *
 * @param snapshot the interval
 * @param cpuCores how many processors the harness kept busy in it, on average
 */
public record RecordedInterval(Snapshot snapshot, double cpuCores) {

  /** This interval and the one that followed it. */
  public RecordedInterval then(RecordedInterval next) {
    Snapshot both = snapshot.then(next.snapshot);
    double coreNanos =
        cpuCores * snapshot.lengthNanos() + next.cpuCores * next.snapshot.lengthNanos();
    return new RecordedInterval(both, coreNanos / both.lengthNanos());
  }

  /** When it began, in nanoseconds since the schedule started. */
  public long startNanos() {
    return snapshot.sinceStartNanos() - snapshot.lengthNanos();
  }
}
