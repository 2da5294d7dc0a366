package dev.sluice.core.stats;

/**
 * Where a worker tells what its iterations consisted of, and what happened to its work beyond their
 * outcome; by default that counts nothing. Written by the worker's thread alone, or by one other
 * thread while the worker's waits for it inside an iteration.
 */
public interface WorkLog {

  /** Counts nothing. */
  WorkLog NONE = new WorkLog() {};

  /** So many units of work, begun and not counted yet, of which nobody knows what became. */
  default void inDoubt(long units) {}

  /** The iteration under way is done when its transaction is committed, and not before. */
  default void uncommitted() {}

  /** So many uncommitted iterations were committed. */
  default void committed(long iterations) {}

  /** The commit of this many uncommitted iterations got no answer. */
  default void commitInDoubt(long iterations) {}

  /** So many uncommitted iterations were undone because their transaction was rolled back. */
  default void rolledBack(long iterations) {}

  /**
   * How long a part of an iteration took. A negative time, which two hosts' clocks can make of a
   * message's way, is counted as skewed and belongs to no histogram.
   */
  default void part(LatencyKind part, long nanos) {}

  /**
   * Counts one iteration that had no schedule, for a worker that counts itself ({@link
   * dev.sluice.core.worker.Worker.Outcome#COUNTED}).
   */
  default void completed(long startNanos, long endNanos) {}

  /** The same, of one that had a schedule. */
  default void completed(long intendedNanos, long startNanos, long endNanos) {}
}
