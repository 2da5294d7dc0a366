package dev.sluice.core.pacing;

/**
 * A worker's part of a {@link Grid}: from its iteration {@code base} on, iteration n is due at N =
 * {@code first} + (n - base). What it owes from the time before is in {@code previous}.
 *
 * @param base the iterations the worker was given before, on earlier grids
 * @param first where the first of this grid is due on the axis of N; infinite if none ever is
 * @param previous the turn before, as long as the worker may owe something of it, else null
 */
record Turn(long base, double first, Turn previous) {

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
