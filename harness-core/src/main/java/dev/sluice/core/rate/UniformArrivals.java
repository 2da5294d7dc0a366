package dev.sluice.core.rate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Evenly spaced iterations: the i-th at N = i + phase. Computed from the index, so that no error
 * accumulates.
 */
final class UniformArrivals implements ArrivalSequence {

  private static final VarHandle INDEX = index();

  private double phase;
  private long index; // written by the worker's thread

  UniformArrivals(double phase) {
    this.phase = phase;
  }

  @Override
  public double next() {
    return index + phase;
  }

  @Override
  public void advance() {
    INDEX.setOpaque(this, index + 1);
  }

  @Override
  public long giveUpBefore(double horizonCount, double dueCount) {
    long kept =
        Math.min((long) Math.ceil(horizonCount - phase), (long) Math.floor(dueCount - phase));
    long dropped = Math.max(0, kept - index);
    INDEX.setOpaque(this, index + dropped);
    return dropped;
  }

  @Override
  public void postponeTo(double count) {
    phase = count - index;
  }

  @Override
  public void joinAt(double count) {
    INDEX.setOpaque(this, Math.max(index, (long) Math.ceil(count - phase)));
  }

  @Override
  public long overdueAt(RateSchedule schedule, long nowNanos) {
    long next = (long) INDEX.getOpaque(this);
    long due = (long) Math.floor(schedule.countAt(nowNanos) - phase);
    // by the times that iterations are due, and not by N, where the last digit may differ
    while (schedule.dueNanos(due + phase) <= nowNanos) {
      due++;
    }
    while (due > next && schedule.dueNanos(due - 1 + phase) > nowNanos) {
      due--;
    }
    return Math.max(0, due - next);
  }

  private static VarHandle index() {
    try {
      return MethodHandles.lookup().findVarHandle(UniformArrivals.class, "index", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
