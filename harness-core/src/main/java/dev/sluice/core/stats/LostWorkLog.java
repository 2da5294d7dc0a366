package dev.sluice.core.stats;

/**
 * Where a worker counts what happened to its work beyond the outcome of an iteration. Written by
 * the worker's thread alone.
 */
public interface LostWorkLog {

  /** Counts nothing. */
  LostWorkLog NONE =
      new LostWorkLog() {
        @Override
        public void inDoubt(long units) {}

        @Override
        public void uncommitted() {}

        @Override
        public void committed(long iterations) {}

        @Override
        public void commitInDoubt(long iterations) {}

        @Override
        public void rolledBack(long iterations) {}
      };

  /** So many units of work, begun and not counted yet, of which nobody knows what became. */
  void inDoubt(long units);

  /** The iteration under way is done when its transaction is committed, and not before. */
  void uncommitted();

  /** So many uncommitted iterations were committed. */
  void committed(long iterations);

  /** The commit of this many uncommitted iterations got no answer. */
  void commitInDoubt(long iterations);

  /** So many uncommitted iterations were undone because their transaction was rolled back. */
  void rolledBack(long iterations);
}
