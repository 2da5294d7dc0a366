package dev.sluice.core.stats;

/**
 * Where a worker tells what its iterations consisted of. Written by the worker's thread alone, or
 * by one other thread while the worker's waits for it inside an iteration.
 */
public interface WorkLog extends LostWorkLog {

  /** Counts nothing. */
  WorkLog NONE =
      new WorkLog() {
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

        @Override
        public void part(LatencyKind part, long nanos) {}

        @Override
        public void completed(long startNanos, long endNanos) {}

        @Override
        public void completed(long intendedNanos, long startNanos, long endNanos) {}
      };

  /**
   * How long a part of an iteration took. A negative time, which two hosts' clocks can make of a
   * message's way, is counted as skewed and belongs to no histogram.
   */
  void part(LatencyKind part, long nanos);

  /**
   * Counts one iteration that had no schedule, for a worker that counts itself ({@link
   * dev.sluice.core.worker.Worker.Outcome#COUNTED}).
   */
  void completed(long startNanos, long endNanos);

  /** The same, of one that had a schedule. */
  void completed(long intendedNanos, long startNanos, long endNanos);
}
