package dev.sluice.core.pacing;

/** The times of the iteration under way, by the worker's clock. For the worker's thread alone. */
public interface IterationTimes {

  /** Nothing is under way. */
  IterationTimes NONE = new IterationTimes() {};

  /** Whether it had a schedule. */
  default boolean paced() {
    return false;
  }

  /** When the schedule said it should start. */
  default long intendedNanos() {
    return 0;
  }

  /** When it did. */
  default long startNanos() {
    return 0;
  }

  /**
   * The time of the {@link Profile} at which the schedule said so, in seconds. It goes on while
   * another rate is in force and after the profile's end, and stands still in a pause.
   */
  default double profileSeconds() {
    return 0;
  }

  /** The worker begins to wait for work, which may be there or not. */
  default void waits(long sinceNanos) {}

  /** It waits no longer, and until a time there was nothing for it; what fell due is not owed. */
  default void waitedUntil(long nanos) {}
}
