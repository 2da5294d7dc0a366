package dev.sluice.core.run;

/**
 * Processor time of the harness process.
 *
 * @param cpuNanos user and system time
 * @param elapsedNanos the time in which it was used
 * @param processors how many processors the process may use
 */
public record CpuUse(long cpuNanos, long elapsedNanos, int processors) {

  /** How many processors were busy on average. */
  public double cores() {
    return elapsedNanos == 0 ? 0 : (double) cpuNanos / elapsedNanos;
  }

  /** The share of what the process may use, 0 to 1. */
  public double share() {
    return cores() / processors;
  }
}
