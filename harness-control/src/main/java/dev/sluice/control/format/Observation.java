package dev.sluice.control.format;

import java.time.Instant;

/**
 * A figure that was observed beside the load.
 *
 * @param time wall-clock time
 * @param sinceStartNanos time since the schedule started
 * @param subject what was observed: a process, a host, a queue
 * @param measure which figure of it: cpu, memory, depth
 * @param unit its unit; {@link #CORES} for processors kept busy
 * @param value the figure
 */
public record Observation(
    Instant time, long sinceStartNanos, String subject, String measure, String unit, double value) {

  /** The unit of processor use: 1 is one processor kept busy. */
  public static final String CORES = "cores";
}
