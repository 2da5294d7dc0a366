package dev.sluice.core.stats;

/**
 * Where a worker counts work that did not come to what it seemed. Written by the worker's thread
 * alone.
 */
public interface LostWorkLog {

  /** Counts nothing. */
  LostWorkLog NONE =
      new LostWorkLog() {
        @Override
        public void inDoubt(long units) {}

        @Override
        public void rolledBack(long iterations) {}
      };

  /** So many units of work of which nobody knows whether they were done. */
  void inDoubt(long units);

  /** So many iterations that were done, and undone since their transaction was rolled back. */
  void rolledBack(long iterations);
}
