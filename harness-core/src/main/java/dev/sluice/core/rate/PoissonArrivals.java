package dev.sluice.core.rate;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.random.RandomGenerator;

/**
 * A Poisson process: gaps on the axis of N are exponential with mean 1. Seen through a schedule
 * this is a Poisson process with the schedule's rate, whatever its shape (the time-rescaling
 * theorem).
 */
final class PoissonArrivals implements ArrivalSequence {

  private static final VarHandle NEXT = nextHandle();

  private final RandomGenerator random;
  private double next; // written by the worker's thread
  private double following;

  PoissonArrivals(RandomGenerator random) {
    this.random = random;
    this.next = random.nextExponential();
    this.following = next + random.nextExponential();
  }

  @Override
  public double next() {
    return next;
  }

  @Override
  public void advance() {
    NEXT.setOpaque(this, following);
    following += random.nextExponential();
  }

  @Override
  public long giveUpBefore(double horizonCount, double dueCount) {
    long dropped = 0;
    while (next < horizonCount && following <= dueCount) {
      advance();
      dropped++;
    }
    return dropped;
  }

  @Override
  public void postponeTo(double count) {
    following += count - next;
    NEXT.setOpaque(this, count);
  }

  @Override
  public void joinAt(double count) {
    if (next < count) {
      // memoryless: what is left of a gap is distributed as a whole one
      NEXT.setOpaque(this, count + random.nextExponential());
      following = next + random.nextExponential();
    }
  }

  @Override
  public long overdueAt(RateSchedule schedule, long nowNanos) {
    double sinceNext = schedule.countAt(nowNanos) - (double) NEXT.getOpaque(this);
    return sinceNext < 0 ? 0 : 1 + (long) sinceNext; // one, and the mean of those after it
  }

  private static VarHandle nextHandle() {
    try {
      return MethodHandles.lookup().findVarHandle(PoissonArrivals.class, "next", double.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
