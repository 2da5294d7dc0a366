package dev.sluice.core.rate;

/**
 * One worker's iterations on the axis of N: the i-th is due when the schedule's N(t) reaches the
 * i-th value. Values increase strictly.
 *
 * <p>Used by one thread, but for {@link #overdueAt}. Nothing here allocates.
 */
public interface ArrivalSequence {

  /** The value of N at which the next iteration is due. */
  double next();

  /** Passes to the iteration after the next one. */
  void advance();

  /**
   * Drops iterations that lie before {@code horizonCount}, but never the last one that is due by
   * {@code dueCount}.
   *
   * @return how many were dropped
   */
  long giveUpBefore(double horizonCount, double dueCount);

  /** Moves the next iteration to {@code count}, and all that follow by as much. */
  void postponeTo(double count);

  /**
   * Passes over everything before {@code count}, for a worker that joins, was away, or ran without
   * a schedule until now.
   */
  void joinAt(double count);

  /**
   * Iterations that are due by a time and that the sequence has not passed to yet. Exact where the
   * times are known beforehand, else what is to be expected. Any thread.
   */
  long overdueAt(RateSchedule schedule, long nowNanos);
}
