package dev.sluice.estimates;

import java.util.function.IntFunction;

/**
 * Measures until a figure is known well enough: {@code p99 +/- 5%}. One of these follows one figure
 * of one run.
 *
 * <p>A run that ends as soon as its interval is narrow ends early where the error is underrated by
 * luck. So a look does not end it, but says how long it must last (Stein 1945): the error falls
 * with the root of the length. The next look is there, but at most three tenths later, because the
 * first ones know little, and at least one tenth. It ends the run if that was within reach of the
 * plan. The answer is the interval of the wanted width around the middle of the one that was found:
 * it holds the truth more often than the one found at a lucky moment (Chow and Robbins 1965). A
 * drift that may yet end, as a warm-up does, is waited for.
 */
public final class Until {

  private static final double LEAST_GROWTH = 1.1;
  private static final double MOST_GROWTH = 1.3;

  /** A short run shows a drift weakly: with so small a chance of none it takes another look. */
  private static final double SUSPICION = 0.05;

  /** As a share of the run. */
  private static final double LONGEST_WARM_UP = 0.25;

  private final double relativeError;
  private final double level;
  private final int atMost;
  private int nextLook;
  private double planned = Double.POSITIVE_INFINITY;

  /**
   * With the wanted error and the first and the last look.
   *
   * @param relativeError 0.05 for 5 %
   * @param level the confidence
   * @param atLeast in values
   * @param atMost in values
   */
  public Until(double relativeError, double level, int atLeast, int atMost) {
    this.relativeError = relativeError;
    this.level = level;
    this.atMost = atMost;
    nextLook = Math.min(atLeast, atMost);
  }

  /** What is known by now. */
  public sealed interface Answer {}

  /** Not enough, and there is time. */
  public record GoOn() implements Answer {}

  /**
   * The figure is known.
   *
   * @param figure with its error
   * @param warmUp how many values at the begin were left out
   */
  public record Known(Interval figure, int warmUp) implements Answer {}

  /**
   * It cannot be known: it drifts.
   *
   * @param relativeChange from begin to end
   */
  public record Drifts(double relativeChange) implements Answer {}

  /**
   * It cannot be known in this time.
   *
   * @param figure as well as it is known
   */
  public record TooNoisy(Interval figure) implements Answer {}

  /** Whether it looks at so many values; if not, the answer is to go on, whatever they are. */
  public boolean isDue(int values) {
    return values >= nextLook;
  }

  /**
   * Looks after each value.
   *
   * @param values the figure of each interval up to now, for warm-up and drift
   * @param from the figure with its interval, of all intervals from the one with this index on
   */
  public Answer after(double[] values, IntFunction<Interval> from) {
    int length = values.length;
    if (!isDue(length)) {
      return new GoOn();
    }
    boolean last = length >= atMost;
    Stationarity found = Stationarity.of(values);
    // a change that the wanted error covers does no harm
    boolean harmful = Math.abs(found.relativeChange()) > relativeError;
    if (last && harmful && found.drifts()) {
      return new Drifts(found.relativeChange());
    }
    boolean suspicious = harmful && found.change().pValue() < SUSPICION;
    // what looks like a long warm-up may be the begin of a drift
    boolean steady = !suspicious && found.warmUp() <= length * LONGEST_WARM_UP;
    Interval figure = from.apply(found.warmUp());
    double middle = (figure.low() + figure.high()) / 2;
    double wanted = relativeError * Math.abs(middle);
    double excess = (figure.high() - middle) / wanted;
    boolean confirmed = planned <= length * MOST_GROWTH;
    if (excess <= 1 && (last || (confirmed && steady))) {
      return new Known(
          new Interval(middle, middle - wanted, middle + wanted, level, figure.effectiveSamples()),
          found.warmUp());
    }
    if (last) { // a drift makes noise of its own
      return suspicious ? new Drifts(found.relativeChange()) : new TooNoisy(figure);
    }
    double rest = (length - found.warmUp()) * excess * excess;
    planned = figure.known() ? found.warmUp() + rest : Double.POSITIVE_INFINITY;
    double next = Math.min(length * MOST_GROWTH, Math.max(length * LEAST_GROWTH, planned));
    nextLook = (int) Math.min(atMost, Math.ceil(next));
    return new GoOn();
  }
}
