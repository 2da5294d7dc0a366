package dev.sluice.core.pacing;

/**
 * The work that a worker's schedule asks of it, whatever the worker does; by default nothing. Any
 * thread.
 */
public interface Backlog {

  /** That of a worker that nobody paces. */
  Backlog NOTHING = new Backlog() {};

  /**
   * Iterations that fell due by a time, since the worker joined, without those it was excused. 0 in
   * a closed loop, where only what was begun was due.
   */
  default long dueBy(long nanos) {
    return 0;
  }

  /** The iterations due by a time: N(t) since the worker joined, fractions included. */
  default double askedBy(long nanos) {
    return 0;
  }

  /** Nothing falls due after this time. The earliest call counts. */
  default void ceaseAt(long nanos) {}

  /** Takes the ages of iterations that fell due and are not done. */
  @FunctionalInterface
  interface AgeLog {
    /**
     * Some that fell due at one time.
     *
     * @param nanos how long ago they fell due: at least, if they are several
     * @param tooOld whether they are older than the catch-up limit, and will be dropped
     */
    void age(long nanos, long iterations, boolean tooOld);
  }

  /**
   * Tells how old those iterations are that fell due last: exact for even arrivals, for others as
   * is to be expected. Nothing of a closed loop, or while there is no schedule.
   *
   * @param overdue how many were not begun
   * @param inFlight how many were begun before those, and have not ended
   */
  default void tellAges(long overdue, long inFlight, long nanos, AgeLog log) {}

  /** Whether nothing is owed, because what comes late postpones all that follows. */
  default boolean closedLoop() {
    return false;
  }

  /**
   * Why iterations were not begun by a time that were due, or in a closed loop were postponed.
   *
   * @return this many of them for each {@link Cause}, in its order; their sum is {@code iterations}
   */
  default long[] causesOf(long iterations, long nanos) {
    return new long[Cause.values().length];
  }
}
