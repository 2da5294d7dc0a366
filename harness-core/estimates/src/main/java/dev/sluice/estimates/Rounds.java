package dev.sluice.estimates;

import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Rounds of A B B A until it is known which is better, with an error that holds for all looks
 * together.
 *
 * <p>A round gives the change from A to B once ({@link #change}); rounds are independent, so
 * Student's t gives the interval. After k rounds of at most K the looks up to then may have spent
 * {@code alpha (k / K)^3} of the error (the power family of Kim and DeMets 1987, near to O'Brien
 * and Fleming's bounds: little at first). Each look takes what is new of it; by Bonferroni's
 * inequality all looks together err at most with alpha, however they depend on each other. Several
 * figures share alpha in the same way.
 *
 * @param most the limit of rounds
 * @param alpha the chance of a wrong answer in all looks at all figures
 * @param figures how many figures are looked at
 */
public record Rounds(int most, double alpha, int figures) {

  /**
   * The change of a round, as the logarithm of B / A: a steady drift cancels.
   *
   * @param logs of A, B, B, A
   */
  public static double change(double[] logs) {
    return (logs[1] + logs[2] - logs[0] - logs[3]) / 2;
  }

  /**
   * The change of A against itself in a round, as the logarithm.
   *
   * @param logs of A, B, B, A
   */
  public static double drift(double[] logs) {
    return logs[3] - logs[0];
  }

  /**
   * The change that is known after each round, as a share: 0.1 for 10 % more.
   *
   * @param changes of all rounds so far
   */
  public Interval after(double... changes) {
    return Estimate.ofSamples(changes).interval(1 - spentBy(changes.length)).asShare();
  }

  /**
   * How many rounds would tell if those to come spread as those so far do, and change as they do;
   * empty if it takes more than a limit. About: both are estimates themselves.
   *
   * @param margin a change up to this does not matter, as a share
   * @param limit the most rounds that are of use
   * @param changes of all rounds so far, two at least
   */
  public OptionalInt thatWouldTell(double margin, int limit, double... changes) {
    Estimate mean = Estimate.ofSamples(changes);
    double deviation = mean.standardError() * Math.sqrt(changes.length);
    return IntStream.rangeClosed(changes.length + 1, limit)
        .filter(
            rounds -> {
              Interval then =
                  new Estimate(mean.value(), deviation / Math.sqrt(rounds), rounds - 1)
                      .interval(1 - new Rounds(rounds, alpha, figures).spentBy(rounds))
                      .asShare();
              return Decision.of(then, margin, true) != Decision.CANNOT_TELL;
            })
        .findFirst();
  }

  /** The error that the look after a round may spend. */
  double spentBy(int round) {
    return alpha / figures * (Math.pow(share(round), 3) - Math.pow(share(round - 1), 3));
  }

  private double share(int round) {
    // one round has no spread: nothing is spent on it
    return round < 2 ? 0 : (double) round / most;
  }
}
