package dev.sluice.core.stats;

/** One reading of a worker's counters. For one thread. */
@SuppressWarnings("EnumOrdinal") // arrays by ordinal, which never leave the process
final class WorkerCounts {

  private final long[] values = new long[WorkerStats.COUNTERS];

  void set(int slot, long value) {
    values[slot] = value;
  }

  long get(Counter counter) {
    return values[counter.ordinal()];
  }

  /** Iterations begun of which it is not known yet what happens to them. */
  long calls() {
    return Math.max(0, open());
  }

  /** Unscheduled iterations; those that the worker counts by itself as they are done. */
  long unscheduled() {
    return values[WorkerStats.BEGUN_UNSCHEDULED] + Math.max(0, -open());
  }

  /** Iterations begun that had a schedule. */
  long begunOnSchedule() {
    return values[WorkerStats.BEGUN];
  }

  /** Iterations begun that count towards the worker's limit. */
  long towardsLimit() {
    return begun() - get(Counter.EMPTY) - get(Counter.FAILED);
  }

  private long begun() {
    return values[WorkerStats.BEGUN] + values[WorkerStats.BEGUN_UNSCHEDULED];
  }

  /** Iterations begun that neither ended nor failed; too few after commits that are in doubt. */
  long withoutLatency() {
    return begun()
        - get(Counter.ITERATIONS)
        - get(Counter.FAILED)
        - get(Counter.IN_DOUBT)
        - get(Counter.EMPTY);
  }

  /** Iterations begun that are in no class yet; below 0 if more were counted than begun. */
  long open() {
    return begun()
        - get(Counter.DONE)
        - get(Counter.ROLLED_BACK)
        - get(Counter.FAILED)
        - get(Counter.IN_DOUBT)
        - get(Counter.EMPTY);
  }
}
