package dev.sluice.core.pacing;

import dev.sluice.core.time.NanoClock;

/**
 * When a worker may wake under a {@link PacingQuantum}: once in each quantum of the clock, at its
 * slot. Workers of one slot wake together, so that one interrupt of the timer, and one exit of a
 * processor from idleness, serves all of them; the slots are spread evenly over the quantum, so
 * that not all workers wake at the same moment.
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
   * The first moment from {@code nanos} on, less than a quantum later; {@code nanos} itself without
   * a quantum.
   */
  long firstFrom(long nanos, long quantumNanos) {
    if (quantumNanos == 0) {
      return nanos;
    }
    long slotNanos = quantumNanos / SLOTS * number;
    return NanoClock.plus(nanos, Math.floorMod(slotNanos - nanos % quantumNanos, quantumNanos));
  }
}
