package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

/**
 * How coarsely workers wake. A wake-up costs 4 to 6 microseconds of CPU, far more than the pacing
 * itself, so above some 50,000 wake-ups a second it pays to wake a worker at most once per quantum
 * and let it run all that is due by then. Intended times stay exact, so the lateness this causes is
 * recorded like any other.
 *
 * @param fixedNanos the quantum, or {@link #AUTOMATIC}
 */
public record PacingQuantum(long fixedNanos) {

  /** Wake-ups per second that one workload may use before the automatic quantum sets in. */
  public static final double WAKE_UPS_PER_SECOND = 50_000;

  private static final long AUTOMATIC = -1;

  public static final PacingQuantum AUTO = new PacingQuantum(AUTOMATIC);

  /** Wakes at each due time, whatever it costs. */
  public static final PacingQuantum EXACT = new PacingQuantum(0);

  public PacingQuantum {
    if (fixedNanos < AUTOMATIC) {
      throw new IllegalArgumentException("a quantum must not be negative: " + fixedNanos);
    }
  }

  /**
   * The quantum in nanoseconds for this many workers at such a rate each; 0 = wake at due times.
   */
  public long nanosFor(int workers, double ratePerSecond) {
    if (fixedNanos != AUTOMATIC) {
      return fixedNanos;
    }
    return workers * ratePerSecond <= WAKE_UPS_PER_SECOND
        ? 0
        : (long) (workers / WAKE_UPS_PER_SECOND * NANOS_PER_SECOND);
  }
}
