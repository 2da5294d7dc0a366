package dev.sluice.core.pacing;

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
