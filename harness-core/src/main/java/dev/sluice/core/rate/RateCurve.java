package dev.sluice.core.rate;

/**
 * How many iterations of one worker are due by a time: N(t), with N(0) = 0, never decreasing.
 *
 * <p>Curves are pure functions and immutable. Times are in seconds since the curve began,
 * iterations are real numbers (a fraction is progress towards the next iteration).
 */
public sealed interface RateCurve permits ConstantRate, LinearRamp, Paused, Unthrottled {

  /** N(t): iterations due within the first {@code elapsedSeconds} (not negative). */
  double iterationsAt(double elapsedSeconds);

  /**
   * The inverse of N: the earliest time at which {@code iterations} (not negative) are due, or
   * {@link Double#POSITIVE_INFINITY} if they never are.
   */
  double secondsAt(double iterations);

  /** The slope of N at a time, in iterations per second. */
  double ratePerSecondAt(double elapsedSeconds);

  /** The largest slope from a time on, in iterations per second. */
  double peakRatePerSecondFrom(double elapsedSeconds);

  /** What is left of this curve at a time, as a curve that begins there. */
  RateCurve remainingAt(double elapsedSeconds);

  /** The rate it ends with, in iterations per second; 0 if paused or unthrottled. */
  double finalRatePerSecond();

  /**
   * A curve of the same shape that ends with another rate: each rate on the way is in proportion.
   */
  RateCurve scaledTo(double finalPerSecond);

  /** A rate as people write it: 0 means as fast as possible. */
  static RateCurve constant(double ratePerSecond) {
    return ratePerSecond == 0 ? Unthrottled.INSTANCE : new ConstantRate(ratePerSecond);
  }
}
