package dev.sluice.jms.worker;

import dev.sluice.core.stats.LostWorkLog;
import java.util.concurrent.atomic.AtomicLong;

/** Adds up what workers tell of lost work. */
final class LostWork implements LostWorkLog {

  private final AtomicLong rolledBack = new AtomicLong();
  private final AtomicLong inDoubt = new AtomicLong();

  @Override
  public void rolledBack(long iterations) {
    rolledBack.addAndGet(iterations);
  }

  @Override
  public void inDoubt(long units) {
    inDoubt.addAndGet(units);
  }

  long rolledBack() {
    return rolledBack.get();
  }

  long inDoubt() {
    return inDoubt.get();
  }
}
