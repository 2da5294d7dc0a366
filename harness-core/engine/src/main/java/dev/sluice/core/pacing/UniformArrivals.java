package dev.sluice.core.pacing;

import dev.sluice.core.pacing.ArrivalSequence.Part;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Evenly spaced iterations, one for each unit of N, each at the worker's place in its {@link Grid}.
 * Computed from the number of the iteration, so that no error accumulates.
 */
final class UniformArrivals implements ArrivalSequence {

  private static final VarHandle INDEX =
      ArrivalSequence.handle(MethodHandles.lookup(), "index", long.class);

  private volatile Part part = Part.NONE;
  private volatile Turn dealt; // null until there is one
  private long index; // the next iteration; written by the worker's thread

  // the turn that the next iteration is of; for the worker's thread
  private long base;
  private double first = Double.POSITIVE_INFINITY;
  private long end = Long.MAX_VALUE; // where the turn after it begins

  @Override
  public double next() {
    return first + (index - base);
  }

  @Override
  public void advance() {
    moveTo(index + 1);
  }

  @Override
  public long dropBefore(double horizonCount, double dueCount) {
    Turn newest = dealt;
    long kept = Math.min(newest.before(horizonCount), newest.upTo(dueCount) - 1);
    long dropped = Math.max(0, kept - index);
    moveTo(index + dropped);
    return dropped;
  }

  @Override
  public void postponeTo(double count) {
    first = count - (index - base);
  }

  @Override
  public long joinAt(double count) {
    long before = index;
    while (next() < count) {
      long reached = base + (long) Math.ceil(count - first);
      moveTo(Math.min(end, Math.max(index + 1, reached)));
    }
    return index - before;
  }

  @Override
  public void follow() {
    Turn turn = dealt;
    if (turn == null) {
      return;
    }
    end = Long.MAX_VALUE;
    while (index < turn.base() && turn.previous() != null) {
      end = turn.base();
      turn = turn.previous();
    }
    base = turn.base();
    first = turn.first();
  }

  @Override
  public void deal(long given, double startCount, double firstCount) {
    part = part.from(startCount);
    turnTo(given, firstCount);
  }

  @Override
  public void withdraw(long given, double endCount) {
    if (dealt != null) {
      part = part.until(endCount);
      turnTo(given, Double.POSITIVE_INFINITY);
    }
  }

  @Override
  public long dueBy(Schedule schedule, long nowNanos) {
    Turn newest = dealt;
    if (newest == null) {
      return 0;
    }
    return schedule.asksNothing()
        ? newest.before(schedule.countAt(nowNanos)) // nothing begins by a schedule now
        : newest.dueBy(schedule, nowNanos);
  }

  @Override
  public double countOf(long iteration) {
    return dealt.countOf(iteration);
  }

  @Override
  public Part part() {
    return part;
  }

  private void turnTo(long given, double firstCount) {
    Turn before = dealt;
    dealt =
        before == null
            ? new Turn(given, firstCount, null)
            : before.then(given, firstCount, (long) INDEX.getOpaque(this));
  }

  private void moveTo(long iteration) {
    INDEX.setOpaque(this, iteration);
    if (iteration >= end) {
      follow();
    }
  }

  /**
   * A worker's part of a {@link Grid}: from its iteration {@code base} on, iteration n is due at N
   * = {@code first} + (n - base). What it owes from the time before is in {@code previous}.
   *
   * @param base the iterations the worker was given before, on earlier grids
   * @param first where the first of this grid is due on the axis of N; infinite if none ever is
   * @param previous the turn before, as long as the worker may owe something of it, else null
   */
  private record Turn(long base, double first, Turn previous) {

    /** The place on the axis of N of a worker's iteration, counted from 0. */
    double countOf(long iteration) {
      Turn turn = this;
      while (iteration < turn.base && turn.previous != null) {
        turn = turn.previous;
      }
      return turn.first + (iteration - turn.base);
    }

    /** Iterations that the worker has behind it, as far as turns tell. */
    long passed() {
      Turn oldest = this;
      while (oldest.previous != null) {
        oldest = oldest.previous;
      }
      return oldest.base;
    }

    /** How many iterations are due by a time, those before turns that are kept included. */
    long dueBy(Schedule schedule, long nanos) {
      return schedule.dueBy(nanos, upTo(schedule.countAt(nanos)), passed(), this::countOf);
    }

    /** How many iterations lie at or before {@code count}. */
    long upTo(double count) {
      long limit = Long.MAX_VALUE;
      Turn turn = this;
      while (count < turn.first && turn.previous != null) {
        limit = turn.base;
        turn = turn.previous;
      }
      return turn.within(Math.floor(count - turn.first) + 1, limit);
    }

    /** How many iterations lie before {@code count}. */
    long before(double count) {
      long limit = Long.MAX_VALUE;
      Turn turn = this;
      while (count <= turn.first && turn.previous != null) {
        limit = turn.base;
        turn = turn.previous;
      }
      return turn.within(Math.ceil(count - turn.first), limit);
    }

    /**
     * The turn that follows this one.
     *
     * @param nextBase the iterations the worker has been given by then
     * @param nextFirst where the first of the new grid is due
     * @param passed iterations that the worker has behind it: turns that hold no others are dropped
     */
    Turn then(long nextBase, double nextFirst, long passed) {
      return new Turn(nextBase, nextFirst, passed < nextBase ? owed(nextBase, passed) : null);
    }

    private Turn owed(long end, long passed) {
      Turn older = passed < base && previous != null ? previous.owed(base, passed) : null;
      return base < end || older == null ? new Turn(base, first, older) : older;
    }

    private long within(double iterations, long limit) {
      return iterations > 0 && !Double.isInfinite(first)
          ? Math.min(limit, base + (long) iterations)
          : base; // those before are behind the worker
    }
  }
}
