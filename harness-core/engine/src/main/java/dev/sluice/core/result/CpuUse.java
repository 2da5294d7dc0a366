package dev.sluice.core.result;

/**
 * Processor time of the harness process, or of several on their hosts together.
 *
 * @param cpuNanos user and system time
 * @param elapsedNanos the time in which it was used
 * @param processors how many processors it may use; 0 if that is not known
 */
public record CpuUse(long cpuNanos, long elapsedNanos, int processors) {

  public static final CpuUse NOTHING = new CpuUse(0, 0, 0);

  /** Operating systems count processor time in steps of some 10 ms. */
  private static final long MIN_ELAPSED_NANOS = 200_000_000;

  /** A process that uses this much of its processors is short of them. */
  private static final double SHORT_SHARE = 0.9;

  /** That of so many processors on average. */
  public static CpuUse of(double cores, long elapsedNanos, int processors) {
    return new CpuUse(Math.round(cores * elapsedNanos), elapsedNanos, processors);
  }

  /** This time and the time that followed it. */
  public CpuUse then(CpuUse next) {
    return new CpuUse(
        cpuNanos + next.cpuNanos,
        elapsedNanos + next.elapsedNanos,
        Math.max(processors, next.processors));
  }

  /** That of two processes at the same time, which share no processors. */
  CpuUse plus(CpuUse other) {
    long longestNanos = Math.max(elapsedNanos, other.elapsedNanos);
    return of(cores() + other.cores(), longestNanos, processors + other.processors);
  }

  /** The later part of it: the reverse of {@link #then}. */
  CpuUse minus(CpuUse begin) {
    return new CpuUse(cpuNanos - begin.cpuNanos, elapsedNanos - begin.elapsedNanos, processors);
  }

  /** How many processors were busy on average, no more than it may use. */
  public double cores() {
    double most = processors == 0 ? Double.POSITIVE_INFINITY : processors;
    return elapsedNanos == 0 ? 0 : Math.min(most, (double) cpuNanos / elapsedNanos);
  }

  /**
   * Whether it used nearly all that it may use. Not where that is not known, nor in a time that is
   * too short for its figures to mean anything.
   */
  public boolean isShort() {
    return elapsedNanos >= MIN_ELAPSED_NANOS
        && processors > 0
        && cores() > SHORT_SHARE * processors;
  }
}
