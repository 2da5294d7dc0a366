package dev.sluice.estimates;

import java.util.Arrays;

/**
 * Whether a series has a warm-up, and whether it drifts after that.
 *
 * <p>The warm-up is what MSER-5 (White 1997) leaves out of batches of five: the begin without which
 * the mean of the rest would have the least squared error. It counts only if the rest says that it
 * differs by more than chance; otherwise MSER would cut off outliers of a steady series. A drift is
 * a slope of the rest by least squares, with the autocorrelation of what the line leaves in its
 * error.
 *
 * @param warmUp how many values at the begin are not of the steady state
 * @param mean of the rest
 * @param change from begin to end of the rest, by the slope
 */
public record Stationarity(int warmUp, double mean, Estimate change) {

  /** The chance that a steady series is said to drift. */
  public static final double LEVEL = 0.01;

  /** MSER looks for the worst begin of many, so one in a thousand. */
  private static final double WARM_UP_LEVEL = 0.001;

  private static final int MSER_BATCH = 5;

  /** Examines a series in its order. */
  public static Stationarity of(double... values) {
    double[] level = Swing.of(values).rest;
    int warmUp = warmUp(level);
    double[] rest = Arrays.copyOfRange(level, warmUp, values.length);
    return new Stationarity(warmUp, Series.mean(rest), change(rest));
  }

  /** Whether it drifts, by more than chance. */
  public boolean drifts() {
    return change.pValue() < LEVEL;
  }

  /** The change as a share of the mean. */
  public double relativeChange() {
    return change.value() / Math.abs(mean);
  }

  private static int warmUp(double[] values) {
    int count = values.length / MSER_BATCH;
    double[] batches = new double[count];
    Arrays.setAll(
        batches,
        i -> Series.mean(Arrays.copyOfRange(values, i * MSER_BATCH, (i + 1) * MSER_BATCH)));
    int cut = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int d = 0; d <= count / 2; d++) {
      double[] rest = Arrays.copyOfRange(batches, d, count);
      double squaredError = Series.sumOfSquares(rest) / rest.length / rest.length;
      if (squaredError < least) {
        least = squaredError;
        cut = d;
      }
    }
    int warmUp = cut * MSER_BATCH;
    return warmUp > 0 && differs(values, warmUp) && !isLine(values, warmUp) ? warmUp : 0;
  }

  /**
   * Whether a line fits better than a step from the begin to the rest: a drift from the start on.
   */
  private static boolean isLine(double[] values, int warmUp) {
    return Series.sumOfSquares(withoutLine(values, slope(values)))
        < Series.sumOfSquares(Arrays.copyOf(values, warmUp))
            + Series.sumOfSquares(Arrays.copyOfRange(values, warmUp, values.length));
  }

  private static boolean differs(double[] values, int warmUp) {
    Series rest = Series.of(Swing.at(0, Arrays.copyOfRange(values, warmUp, values.length)), 0);
    double error = rest.estimate().standardError();
    double ofBegin = error * Math.sqrt((double) (values.length - warmUp) / warmUp);
    return new Estimate(
                Series.mean(Arrays.copyOf(values, warmUp)) - rest.estimate().value(),
                Math.hypot(error, ofBegin),
                rest.estimate().freedom())
            .pValue()
        < WARM_UP_LEVEL;
  }

  static Estimate change(double[] values) {
    if (values.length < Series.MIN_VALUES) {
      return new Estimate(0, Double.NaN, 0);
    }
    int n = values.length;
    double slope = slope(values);
    double[] left = withoutLine(values, slope);
    double[] mirrored = new double[2 * n];
    Arrays.setAll(mirrored, i -> left[Math.min(i, 2 * n - 1 - i)]);
    Estimate noise = Series.of(Swing.at(0, mirrored), 0).estimate();
    // a mirrored series has no sines, and the line takes one of the cosines
    double others = 1 - 1.0 / Series.frequencies(2 * n);
    double density = 2 * n * Math.pow(noise.standardError(), 2) / others;
    return new Estimate(
        slope * n, Math.sqrt(density / squares(n)) * n, noise.freedom() / 2 * others);
  }

  private static double slope(double[] values) {
    double middle = (values.length - 1) / 2.0;
    double products = 0;
    for (int i = 0; i < values.length; i++) {
      products += (i - middle) * values[i];
    }
    return products / squares(values.length);
  }

  private static double[] withoutLine(double[] values, double slope) {
    double[] left = new double[values.length];
    Arrays.setAll(left, i -> values[i] - slope * (i - (values.length - 1) / 2.0));
    return left;
  }

  /** Of the distances of 0 to n - 1 from their middle. */
  private static double squares(double n) {
    return n * (n * n - 1) / 12;
  }
}
