package dev.sluice.core.pacing;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One worker's iterations on the axis of N: the i-th is due when the schedule's N(t) reaches the
 * i-th value. Values increase strictly.
 *
 * <p>{@link #deal}, {@link #withdraw}, {@link #dueBy} and {@link #part} are for other threads, the
 * rest is for the worker's own. What is dealt takes effect when the worker {@linkplain #follow
 * follows}. Nothing on the worker's thread allocates.
 */
public interface ArrivalSequence {

  /** The value of N at which the next iteration is due; infinite while the worker has no part. */
  double next();

  /** Passes to the iteration after the next one. */
  void advance();

  /**
   * Drops iterations that lie before {@code horizonCount}, but never the last one that is due by
   * {@code dueCount}.
   *
   * @return how many were dropped
   */
  long dropBefore(double horizonCount, double dueCount);

  /** Moves the next iteration to {@code count}, and all that follow by as much. */
  void postponeTo(double count);

  /**
   * Passes over everything before {@code count}, for a worker that was away or had no schedule.
   *
   * @return how many that were
   */
  long joinAt(double count);

  /** Takes note of what was dealt. */
  void follow();

  /**
   * Gives the worker its part of a {@link Grid}.
   *
   * @param given iterations it was given by earlier grids
   * @param startCount where the grid begins
   * @param firstCount where the worker's first iteration of it is due
   */
  void deal(long given, double startCount, double firstCount);

  /**
   * Takes the worker's part away: nothing becomes due any more, until it is dealt one again.
   *
   * @param given iterations it was given until then
   * @param endCount where its part ends
   */
  void withdraw(long given, double endCount);

  /**
   * The same after a time, which may be past.
   *
   * @return how many iterations the worker was given until then
   */
  default long withdraw(Schedule schedule, long nanos) {
    long given = dueBy(schedule, nanos);
    withdraw(given, schedule.countAt(nanos));
    return given;
  }

  /**
   * Iterations that are due by a time, whether or not the worker has passed them. Exact where the
   * times are known beforehand, else what is to be expected.
   */
  long dueBy(Schedule schedule, long nowNanos);

  /**
   * Where an iteration is due on the axis of N, of those that {@link #dueBy} counts: from 0. Exact
   * or what is to be expected, as there.
   */
  double countOf(long iteration);

  /** When the worker has a part, on the axis of N. */
  Part part();

  /** The handle of a field that other threads read. */
  static VarHandle handle(MethodHandles.Lookup lookup, String field, Class<?> type) {
    try {
      return lookup.findVarHandle(lookup.lookupClass(), field, type);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * When a worker has a part of a workload, on the axis of N: from one value of it to another, and
   * maybe some that ended before. Immutable.
   *
   * @param start where the first part began; infinite before that
   * @param from where the latest part began
   * @param to where it ended, infinite if it goes on
   * @param grown how much N grew in the parts before
   */
  record Part(double start, double from, double to, double grown) {

    private static final double NEVER = Double.POSITIVE_INFINITY;

    /** Of a worker that never had one. */
    static final Part NONE = new Part(NEVER, NEVER, NEVER, 0);

    boolean begun() {
      return !Double.isInfinite(start);
    }

    /** This part, or if it has ended the one that begins at a value of N. */
    Part from(double count) {
      if (!begun()) {
        return new Part(count, count, NEVER, 0);
      }
      return Double.isInfinite(to) ? this : new Part(start, count, NEVER, grown + to - from);
    }

    /** This part, which ends at a value of N. */
    Part until(double count) {
      return begun() && count < to ? new Part(start, from, Math.max(from, count), grown) : this;
    }

    /** How much N has grown, by when it has this value, while the worker had a part. */
    double grownBy(double count) {
      return grown + (begun() ? Math.max(0, Math.min(to, count) - from) : 0);
    }
  }
}
