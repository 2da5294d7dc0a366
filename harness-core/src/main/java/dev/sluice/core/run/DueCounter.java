package dev.sluice.core.run;

import dev.sluice.core.rate.RateDial;
import dev.sluice.core.rate.RateSchedule;

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

  /** Iterations due of one worker between two times. */
  double ofOneWorker(long fromNanos, long toNanos) {
    RateSchedule schedule = dial.schedule();
    return schedule.countAt(toNanos) - schedule.countAt(Math.min(fromNanos, toNanos));
  }

  /** Iterations due since the start, by now. */
  synchronized double advance(long nowNanos) {
    double count = dial.schedule().countAt(nowNanos);
    due += workers * (count - countAtLast);
    countAtLast = count;
    return due;
  }
}
