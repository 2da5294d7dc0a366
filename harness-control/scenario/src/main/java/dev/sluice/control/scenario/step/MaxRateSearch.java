package dev.sluice.control.scenario.step;

import java.util.OptionalDouble;

/**
 * The search for the highest rate that meets something: it is doubled until it misses, or halved
 * until it meets, and then the gap between is bisected. What was achieved at a rate that missed is
 * a good guess and is tried first. For one thread; pure otherwise.
 */
final class MaxRateSearch {

  /** A rate this many times below the first is none. */
  private static final double HOPELESS = 1_000;

  private final double first;
  private final double most;
  private final double precision;

  private double met; // the highest rate that met, 0 for none
  private double missed = Double.POSITIVE_INFINITY; // the lowest that missed
  private double guess; // 0 for none

  /**
   * @param first the rate that is tried first, per second
   * @param most no rate above this is tried
   * @param precision how wide the gap may be at the end, as a share of the rate
   */
  MaxRateSearch(double first, double most, double precision) {
    this.first = Math.min(first, most);
    this.most = most;
    this.precision = precision;
  }

  /** The rate to try next; empty when the answer is there. */
  OptionalDouble next() {
    if (met == 0 && missed == Double.POSITIVE_INFINITY) {
      return OptionalDouble.of(first);
    }
    if (missed == Double.POSITIVE_INFINITY) {
      return met >= most ? OptionalDouble.empty() : OptionalDouble.of(Math.min(2 * met, most));
    }
    if (met == 0 && missed < first / HOPELESS) {
      return OptionalDouble.empty();
    }
    if (met > 0 && missed <= met * (1 + precision)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(between());
  }

  /** The rate met what was asked for. */
  void met(double rate) {
    met = Math.max(met, rate);
    guess = guess == 0 ? 0 : met * (1 + precision * 0.9); // the guess was right: look just above it
  }

  /**
   * The rate missed it.
   *
   * @param achieved what was done instead
   */
  void missed(double rate, double achieved) {
    missed = Math.min(missed, rate);
    guess = achieved * (1 - precision / 4);
  }

  /** The highest rate that met, 0 if none did. */
  double highestMet() {
    return met;
  }

  /** The lowest rate that missed; infinite if none did. */
  double lowestMissed() {
    return missed;
  }

  private double between() {
    double guessed = guess;
    if (guessed > met * (1 + precision / 2) && guessed < missed * (1 - precision / 4)) {
      return guessed;
    }
    guess = 0;
    return met == 0 ? missed / 2 : Math.sqrt(met * missed);
  }
}
