package dev.sluice.jms.worker;

import java.util.concurrent.atomic.LongAdder;

/**
 * Iterations that were counted as done and whose transaction was not committed after all. Safe for
 * any number of threads.
 */
public final class LostWork {

  private final LongAdder rolledBack = new LongAdder();
  private final LongAdder inDoubt = new LongAdder();

  /** Iterations whose transaction was rolled back. */
  public long rolledBack() {
    return rolledBack.sum();
  }

  /** Iterations whose commit failed in such a way that nobody knows whether it happened. */
  public long inDoubt() {
    return inDoubt.sum();
  }

  void addRolledBack(long iterations) {
    rolledBack.add(iterations);
  }

  void addInDoubt(long iterations) {
    inDoubt.add(iterations);
  }
}
