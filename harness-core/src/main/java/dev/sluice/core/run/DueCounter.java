package dev.sluice.core.run;

import dev.sluice.core.rate.RateDial;

/**
 * How many iterations a workload's schedule asked for: the sum over its workers of what N(t) grew
 * by. Guarded by itself.
 */
final class DueCounter {

  private final RateDial dial;
  private int workers;
  private double countAtLast;
  private double due;

  DueCounter(RateDial dial) {
    this.dial = dial;
  }

  /** From now on there are so many workers. */
  synchronized void workers(int workers, long nowNanos) {
    advance(nowNanos);
    this.workers = workers;
  }

  /** Iterations due since the start, by now. */
  synchronized double advance(long nowNanos) {
    double count = dial.schedule().countAt(nowNanos);
    due += workers * (count - countAtLast);
    countAtLast = count;
    return due;
  }
}
