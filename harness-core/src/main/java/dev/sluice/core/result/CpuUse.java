package dev.sluice.core.result;

/**
 * Processor time of the harness process.
 *
 * @param cpuNanos user and system time
 * @param elapsedNanos the time in which it was used
 * @param processors how many processors the process may use
 */
public record CpuUse(long cpuNanos, long elapsedNanos, int processors) {

  /** Operating systems count processor time in steps of some 10 ms. */
  private static final long MIN_ELAPSED_NANOS = 200_000_000;

  /** Whether the time was long enough for its figures to mean anything. */
  public boolean meaningful() {
    return elapsedNanos >= MIN_ELAPSED_NANOS;
  }

  /** How many processors were busy on average. */
  public double cores() {
    return elapsedNanos == 0 ? 0 : Math.min(processors, (double) cpuNanos / elapsedNanos);
  }

  /** The share of what the process may use, 0 to 1. */
  public double share() {
    return cores() / processors;
  }
}
