package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.core.time.NanoClock;

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

  /** The command line asks for it in each run; a record's own takes 20 ms the first time. */
  @Override
  public String toString() {
    return "PacingQuantum[" + (fixedNanos == AUTOMATIC ? "automatic" : fixedNanos + " ns") + "]";
  }

  /**
   * When a worker may wake under a quantum: once in each quantum of the clock, at its slot. Workers
   * of one slot wake together, so that one interrupt of the timer, and one exit of a processor from
   * idleness, serves all of them; the slots are spread evenly over the quantum, so that not all
   * workers wake at the same moment.
   *
   * @param number from 0 to below {@link #SLOTS}
   */
  public record WakeSlot(int number) {

    /** How many there are in a quantum. */
    public static final int SLOTS = 16;

    /** The slot of the worker with this index, from 0: one after the other. */
    public static WakeSlot ofWorker(int index) {
      return new WakeSlot(index % SLOTS);
    }

    /**
     * The first moment from {@code nanos} on, less than a quantum later; {@code nanos} itself
     * without a quantum.
     */
    long firstFrom(long nanos, long quantumNanos) {
      if (quantumNanos == 0) {
        return nanos;
      }
      long slotNanos = quantumNanos / SLOTS * number;
      return NanoClock.plus(nanos, Math.floorMod(slotNanos - nanos % quantumNanos, quantumNanos));
    }
  }
}
