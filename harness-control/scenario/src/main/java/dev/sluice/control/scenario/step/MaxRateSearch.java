package dev.sluice.control.scenario.step;

import java.util.NavigableSet;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * The search for the highest rate that meets something: it is doubled until it misses, or halved
 * until it meets, and then the gap between is bisected. What was achieved at a rate that missed is
 * a good guess and is tried first. The lowest rate that missed is tried again at the end, and the
 * search goes on above it if that was not the rate's doing. For one thread; pure otherwise.
 */
final class MaxRateSearch {

  /** A rate this many times below the first is none. */
  private static final double HOPELESS = 1_000;

  private final double first;
  private final double most;
  private final double precision;

  private double met; // the highest rate that met, 0 for none
  private final NavigableSet<Double> missed = new TreeSet<>(); // above that
  private double confirmed; // the rate that missed twice
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
    if (missed.isEmpty()) {
      return met == 0
          ? OptionalDouble.of(first)
          : met >= most ? OptionalDouble.empty() : OptionalDouble.of(Math.min(2 * met, most));
    }
    if (met == 0 && lowestMissed() < first / HOPELESS) {
      return OptionalDouble.empty();
    }
    if (met > 0 && lowestMissed() <= met * (1 + precision)) {
      return confirmed == lowestMissed()
          ? OptionalDouble.empty()
          : OptionalDouble.of(lowestMissed());
    }
    return OptionalDouble.of(between());
  }

  /** The rate met what was asked for; one that missed before did not miss by itself. */
  void met(double rate) {
    met = Math.max(met, rate);
    missed.headSet(met, true).clear();
    guess = guess == 0 ? 0 : met * (1 + precision * 0.9); // the guess was right: look just above it
  }

  /**
   * The rate missed it.
   *
   * @param achieved what was done instead
   */
  void missed(double rate, double achieved) {
    confirmed = missed.add(rate) ? confirmed : rate;
    guess = achieved * (1 - precision / 4);
  }

  /** The highest rate that met, 0 if none did. */
  double highestMet() {
    return met;
  }

  /** The lowest rate that missed; infinite if none did. */
  double lowestMissed() {
    return missed.isEmpty() ? Double.POSITIVE_INFINITY : missed.first();
  }

  private double between() {
    double guessed = guess;
    if (guessed > met * (1 + precision / 2) && guessed < lowestMissed() * (1 - precision / 4)) {
      return guessed;
    }
    guess = 0;
    return met == 0 ? lowestMissed() / 2 : Math.sqrt(met * lowestMissed());
  }
}
