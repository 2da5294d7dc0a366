package dev.sluice.core.pacing;

/** Told by a {@link Pacer} about itself. Called by the worker's thread; must not allocate. */
public interface PacingLog {

  /**
   * An iteration begins that had a schedule.
   *
   * @param startNanos when
   * @param ownLatenessNanos how much of its lateness is the harness's own: from when it was due to
   *     when the worker's last wait ended
   */
  void begun(long startNanos, long ownLatenessNanos);

  /** An iteration begins that had no schedule. */
  void begunUnscheduled(long startNanos);

  /** A wait ended this long after the time it was meant to end. */
  void woke(long wakeUpDelayNanos);

  /** Iterations of one cause that will not be made up. */
  void dropped(Cause cause, long iterations);
}
