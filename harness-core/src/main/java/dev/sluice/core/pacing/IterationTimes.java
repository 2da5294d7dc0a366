package dev.sluice.core.pacing;

/** The times of the iteration under way, by the worker's clock. For the worker's thread alone. */
public interface IterationTimes {

  /** Nothing is under way. */
  IterationTimes NONE =
      new IterationTimes() {
        @Override
        public boolean paced() {
          return false;
        }

        @Override
        public long intendedNanos() {
          return 0;
        }

        @Override
        public long startNanos() {
          return 0;
        }
      };

  /** Whether it had a schedule. */
  boolean paced();

  /** When the schedule said it should start. */
  long intendedNanos();

  /** When it did. */
  long startNanos();
}
