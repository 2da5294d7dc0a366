package dev.sluice.jms.worker;

import dev.sluice.core.rate.IterationTimes;
import dev.sluice.core.stats.Part;
import dev.sluice.core.stats.WorkLog;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.core.worker.WorkerContext;
import java.util.concurrent.atomic.AtomicLong;

/** Adds up what workers tell of lost work. */
final class LostWork implements WorkLog {

  private final AtomicLong rolledBack = new AtomicLong();
  private final AtomicLong inDoubt = new AtomicLong();

  /** A worker's context in which this is told of the work. */
  WorkerContext context() {
    return new WorkerContext(ConnectionWatch.NOBODY, this, IterationTimes.NONE, NanoClock.SYSTEM);
  }

  @Override
  public void rolledBack(long iterations) {
    rolledBack.addAndGet(iterations);
  }

  @Override
  public void inDoubt(long units) {
    inDoubt.addAndGet(units);
  }

  @Override
  public void part(Part part, long nanos) {}

  @Override
  public void completed(long startNanos, long endNanos) {}

  @Override
  public void completed(long intendedNanos, long startNanos, long endNanos) {}

  long rolledBack() {
    return rolledBack.get();
  }

  long inDoubt() {
    return inDoubt.get();
  }
}
