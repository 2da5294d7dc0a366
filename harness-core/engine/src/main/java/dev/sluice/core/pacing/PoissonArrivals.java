package dev.sluice.core.pacing;

import dev.sluice.core.pacing.ArrivalSequence.Part;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.random.RandomGenerator;

/**
 * A Poisson process: gaps on the axis of N are exponential with mean 1. Seen through a schedule
 * this is a Poisson process with the schedule's rate, whatever its shape (the time-rescaling
 * theorem).
 */
final class PoissonArrivals implements ArrivalSequence {

  private static final VarHandle NEXT =
      ArrivalSequence.handle(MethodHandles.lookup(), "next", double.class);
  private static final VarHandle PASSED =
      ArrivalSequence.handle(MethodHandles.lookup(), "passed", long.class);

  private final RandomGenerator random;
  private double next = Double.POSITIVE_INFINITY; // written by the worker's thread
  private long passed; // iterations due before the next one; written by the worker's thread
  private double following = Double.POSITIVE_INFINITY;
  private double limit = Double.POSITIVE_INFINITY; // the end, as far as the worker has seen it

  private double partFrom = Part.NONE.from(); // of the part that the worker has seen

  private volatile Part part = Part.NONE;

  PoissonArrivals(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public double next() {
    return next <= limit ? next : Double.POSITIVE_INFINITY;
  }

  @Override
  public void advance() {
    PASSED.setOpaque(this, passed + 1);
    NEXT.setOpaque(this, following);
    following += random.nextExponential();
  }

  @Override
  public long dropBefore(double horizonCount, double dueCount) {
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
  public long joinAt(double count) {
    if (next >= count) {
      return 0;
    }
    long over = 1 + (long) (count - next);
    PASSED.setOpaque(this, passed + over);
    startAt(count);
    return over;
  }

  @Override
  public void follow() {
    Part current = part;
    limit = current.to();
    if (current.from() != partFrom) {
      partFrom = current.from();
      startAt(partFrom);
    }
  }

  /** Sets where a part starts: processes that are independent need no common grid. */
  @Override
  public void deal(long given, double startCount, double firstCount) {
    part = part.from(startCount);
  }

  @Override
  public void withdraw(long given, double endCount) {
    part = part.until(endCount);
  }

  /**
   * The iterations that the worker has passed, and those overdue: an expectation beyond the next
   * one.
   */
  @Override
  public long dueBy(Schedule schedule, long nowNanos) {
    long before = (long) PASSED.getOpaque(this);
    double count = Math.min(part.to(), schedule.countAt(nowNanos));
    double known = (double) NEXT.getOpaque(this);
    if (Double.isInfinite(known)) {
      return (long) part.grownBy(count);
    }
    boolean due = schedule.asksNothing() ? known < count : known <= count;
    return before + (due ? 1 + (long) (count - known) : 0);
  }

  @Override
  public double countOf(long iteration) {
    return (double) NEXT.getOpaque(this) + (iteration - (long) PASSED.getOpaque(this));
  }

  @Override
  public Part part() {
    return part;
  }

  /** Memoryless: what is left of a gap is distributed as a whole one. */
  private void startAt(double count) {
    NEXT.setOpaque(this, count + random.nextExponential());
    following = next + random.nextExponential();
  }
}
