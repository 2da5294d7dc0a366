package dev.sluice.core.rate;

import java.util.random.RandomGenerator;

/**
 * A Poisson process: gaps on the axis of N are exponential with mean 1. Seen through a schedule
 * this is a Poisson process with the schedule's rate, whatever its shape (the time-rescaling
 * theorem).
 */
final class PoissonArrivals implements ArrivalSequence {

  private final RandomGenerator random;
  private double next;
  private double following;
  private long passed; // how many iterations were due before the next one

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
    next = following;
    following += random.nextExponential();
    passed++;
  }

  @Override
  public long dropThrough(double count) {
    long before = passed;
    while (next <= count) {
      advance();
    }
    return passed - before;
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
    next = count;
  }

  @Override
  public void joinAt(double count) {
    if (next < count) {
      // memoryless: what is left of a gap is distributed as a whole one
      next = count + random.nextExponential();
      following = next + random.nextExponential();
    }
  }

  /**
   * Exact up to the iteration after the next one; beyond it, as many as are to be expected. What
   * another thread reads may be of two moments, one iteration apart.
   */
  @Override
  public long dueBy(double count) {
    if (count < next) {
      return passed;
    }
    return passed + 1 + (count < following ? 0 : 1 + (long) (count - following));
  }
}
