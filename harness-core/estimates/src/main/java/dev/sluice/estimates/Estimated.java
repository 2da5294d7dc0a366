package dev.sluice.estimates;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;

/** A figure of some batches: what it is in each of them, and from that how well it is known. */
public final class Estimated {

  /** The confidence of errors that people and files get. */
  public static final double LEVEL = 0.95;

  /** A certainty above this is not told apart: one run knows no more of itself. */
  public static final double MOST_CERTAIN = 0.999;

  private static final int BISECTIONS = 12;

  /** A figure that has no error, such as a maximum. */
  public static final Estimated NOTHING = quotient(new double[0], new double[0]);

  private final double[] byBatch;
  private final DoubleFunction<Interval> atLevel;

  private Estimated(double[] byBatch, DoubleFunction<Interval> atLevel) {
    this.byBatch = byBatch;
    this.atLevel = atLevel;
  }

  /** The figure in each batch, in their order; that of all in a batch that has none. */
  public double[] byBatch() {
    return byBatch.clone();
  }

  /** The figure of all batches with its error at 95 %. */
  public Interval interval() {
    return interval(LEVEL);
  }

  /** The figure of all batches with its error. */
  public Interval interval(double level) {
    return atLevel.apply(level);
  }

  /**
   * How certain it is that the true figure is on the same side of a limit as this one: the highest
   * confidence of a one-sided interval that leaves out the limit.
   *
   * @return from 0.5 to {@link #MOST_CERTAIN}; not a number if the error is unknown
   */
  public double certainty(double limit) {
    if (!interval().known()) {
      return Double.NaN;
    }
    if (isCertain(limit, MOST_CERTAIN)) {
      return MOST_CERTAIN;
    }
    double low = 0.5;
    double high = MOST_CERTAIN;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (isCertain(limit, middle)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Whether it is at least that certain. */
  public boolean isCertain(double limit, double needed) {
    Interval found = interval(2 * needed - 1);
    return found.known() && (found.value() < limit ? found.high() < limit : found.low() > limit);
  }

  /** The same figure, of which no error is known. */
  Estimated withoutError() {
    return new Estimated(byBatch, level -> Interval.unknown(atLevel.apply(level).value(), level));
  }

  /**
   * A sum over another one, as rates and means are; neither is below zero. What only few batches
   * have anything of differs little from itself: its error is not known.
   */
  static Estimated quotient(double[] parts, double[] wholes) {
    int n = parts.length;
    double all = DoubleStream.of(wholes).sum();
    double value = DoubleStream.of(parts).sum() / all;
    double[] excess = new double[n]; // linear in both sums, because batches differ in size
    double[] byBatch = new double[n];
    for (int i = 0; i < n; i++) {
      excess[i] = parts[i] - value * wholes[i];
      byBatch[i] = wholes[i] == 0 ? value : parts[i] / wholes[i];
    }
    Series series = Series.of(excess);
    Estimated found =
        new Estimated(
            byBatch,
            level -> {
              // a swing that ended within a turn moved the value, and not where the true one lies
              Interval truth = series.interval(level);
              return new Interval(
                  value,
                  Math.max(0, value + truth.low() * n / all),
                  value + truth.high() * n / all,
                  level,
                  truth.effectiveSamples());
            });
    long some = DoubleStream.of(wholes).filter(each -> each > 0).count();
    return some < Series.MIN_VALUES ? found.withoutError() : found;
  }

  /**
   * A percentile.
   *
   * @param share 0.99 for p99
   * @param whole the values of all batches
   * @param least the least of the values that a histogram takes for this one
   */
  static Estimated percentile(
      double share, Ranks whole, List<Ranks> batches, DoubleUnaryOperator least) {
    double[] byBatch = new double[batches.size()];
    Arrays.setAll(
        byBatch,
        i -> Percentile.value(share, batches.get(i).count() == 0 ? whole : batches.get(i)));
    return new Estimated(
        byBatch,
        level -> {
          Interval found = Percentile.of(share, whole, batches, level);
          return new Interval(
              found.value(),
              found.known() ? least.applyAsDouble(found.low()) : found.low(),
              found.high(),
              level,
              found.effectiveSamples());
        });
  }
}
