package dev.sluice.estimates;

/** Values in ascending order, by rank: what a histogram of counts can say. */
public interface Ranks {

  /** How many values there are. */
  long count();

  /**
   * The value of a rank.
   *
   * @param rank 1 for the least, {@link #count} for the greatest
   */
  double value(long rank);

  /** How many values are at most this one. */
  long upTo(double value);
}
