package dev.sluice.control.fleet.protocol;

import java.util.Comparator;

/**
 * The leadership of one controller. An agent keeps the highest it has accepted and obeys no lower
 * one.
 *
 * @param number grows with every controller; 0 is before the first
 * @param issuer the controller's member name, which orders epochs of the same number
 */
public record Epoch(long number, String issuer) implements Comparable<Epoch> {

  /** Before the first controller. */
  public static final Epoch NONE = new Epoch(0, "");

  private static final Comparator<Epoch> ORDER =
      Comparator.comparingLong(Epoch::number).thenComparing(Epoch::issuer);

  @Override
  public int compareTo(Epoch other) {
    return ORDER.compare(this, other);
  }

  /** The epoch with which a controller follows this one. */
  Epoch next(String nextIssuer) {
    return new Epoch(number + 1, nextIssuer);
  }

  boolean isBefore(Epoch other) {
    return compareTo(other) < 0;
  }
}
