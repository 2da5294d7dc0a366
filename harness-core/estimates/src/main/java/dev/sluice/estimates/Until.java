package dev.sluice.estimates;

import java.util.Arrays;
import java.util.function.IntFunction;

/**
 * Measures until a figure is known well enough: {@code p99 +/- 5%}.
 *
 * <p>It looks at growing lengths, a quarter more each time: rare looks keep the chance small that
 * an interval is narrow by luck (Law and Kelton 1982), and a run is at most a quarter longer than
 * it needs. The answer is the interval of the wanted width, which holds the truth more often than
 * the one found at a lucky moment (Chow and Robbins 1965). A drift that may yet end, as a warm-up
 * does, is waited for.
 *
 * @param relativeError the wanted error, 0.05 for 5 %
 * @param level its confidence
 * @param atLeast the first look, in values
 * @param atMost the last one
 */
public record Until(double relativeError, double level, int atLeast, int atMost) {

  private static final double GROWTH = 1.25;

  /** The found error must be that much smaller than the wanted one. */
  private static final double SAFETY = 0.95;

  /** A short run shows a drift weakly: with so small a chance of none it takes another look. */
  private static final double SUSPICION = 0.1;

  /** As a share of the run. */
  private static final double LONGEST_WARM_UP = 0.25;

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

  /**
   * Looks after each value.
   *
   * @param values the figure of each interval up to now, for warm-up and drift
   * @param from the figure with its interval, of all intervals from the one with this index on
   */
  public Answer after(double[] values, IntFunction<Interval> from) {
    boolean last = values.length >= atMost;
    if (!last && !isLook(values.length)) {
      return new GoOn();
    }
    Stationarity found = Stationarity.of(values);
    // a change that the wanted error covers does no harm
    boolean harmful = Math.abs(found.relativeChange()) > relativeError;
    if (last && harmful && found.drifts()) {
      return new Drifts(found.relativeChange());
    }
    boolean suspect = harmful && found.change().pValue() < SUSPICION;
    // what looks like a long warm-up may be the begin of a drift
    if (!last && (suspect || found.warmUp() > values.length * LONGEST_WARM_UP)) {
      return new GoOn();
    }
    Interval figure = from.apply(found.warmUp());
    if (figure.relativeError() <= relativeError * SAFETY) {
      return new Known(fixedWidth(figure), found.warmUp());
    }
    return last ? new TooNoisy(figure) : new GoOn();
  }

  /** The same for the mean of the values. */
  public Answer after(double[] values) {
    return after(
        values,
        warmUp ->
            Series.of(Arrays.copyOfRange(values, warmUp, values.length))
                .estimate()
                .interval(level));
  }

  /**
   * A run ends early where its error is underrated, so the wanted error says more than the found
   * one.
   */
  private Interval fixedWidth(Interval figure) {
    double half = relativeError * Math.abs(figure.value());
    return new Interval(
        figure.value(),
        figure.value() - half,
        figure.value() + half,
        level,
        figure.effectiveSamples());
  }

  private boolean isLook(int length) {
    double look = atLeast;
    while (Math.ceil(look) < length) {
      look *= GROWTH;
    }
    return Math.ceil(look) == length;
  }
}
