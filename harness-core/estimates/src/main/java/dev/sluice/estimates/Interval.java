package dev.sluice.estimates;

/**
 * A figure with its confidence interval.
 *
 * @param value the figure, outside of the ends if the last turn of a swing moved it far
 * @param low the lower end; not a number if the error is unknown
 * @param high the upper end; not a number if the error is unknown
 * @param level the confidence, 0.95 for 95 %
 * @param effectiveSamples how many independent samples would tell as much
 */
public record Interval(
    double value, double low, double high, double level, double effectiveSamples) {

  /** A figure of which nothing more is known. */
  public static Interval unknown(double value, double level) {
    return new Interval(value, Double.NaN, Double.NaN, level, 0);
  }

  /** Converts a log-ratio to a relative change: 0.1 for 10 % more. */
  public Interval asShare() {
    return new Interval(
        Math.expm1(value), Math.expm1(low), Math.expm1(high), level, effectiveSamples);
  }

  /** The same ends around another value of the figure, as one that is not of batches. */
  public Interval around(double figure) {
    return new Interval(figure, low, high, level, effectiveSamples);
  }

  /** This, or unknown if the error is as large as the figure, or the figure lies beyond an end. */
  public Interval orUnknown() {
    return contains(value) && relativeError() < 1 ? this : unknown(value, level);
  }

  /** Whether the error is known. */
  public boolean known() {
    return low <= high;
  }

  /** Its value with the standard error of which Student's t makes such an interval. */
  public Estimate estimate() {
    if (!known()) {
      return new Estimate(value, Double.NaN, 0);
    }
    double freedom = effectiveSamples - 1;
    return new Estimate(value, (high - low) / 2 / Estimate.quantile(freedom, level), freedom);
  }

  public boolean contains(double truth) {
    return low <= truth && truth <= high;
  }

  /** The larger distance from the value to an end: what stands behind "+/-". */
  public double error() {
    return Math.max(high - value, value - low);
  }

  /** The error as a share of the value; not a number if either is unknown. */
  public double relativeError() {
    return error() / Math.abs(value);
  }
}
