package dev.sluice.core.pacing;

/**
 * How many iterations of one worker are due by a time: N(t), with N(0) = 0, never decreasing.
 *
 * <p>Curves are pure functions and immutable. Times are in seconds since the curve began,
 * iterations are real numbers (a fraction is progress towards the next iteration).
 */
public sealed interface RateCurve
    permits RateCurve.ConstantRate, RateCurve.LinearRamp, RateCurve.NoSchedule, Profile {

  /** One iteration in thirty thousand years. */
  double SMALLEST_PER_SECOND = 1e-12;

  /** One in each nanosecond, the resolution of due times. */
  double LARGEST_PER_SECOND = 1e9;

  /** N(t): iterations due within the first {@code elapsedSeconds} (not negative). */
  double iterationsAt(double elapsedSeconds);

  /**
   * The inverse of N: the earliest time at which {@code iterations} (not negative) are due, or
   * {@link Double#POSITIVE_INFINITY} if they never are.
   */
  double secondsAt(double iterations);

  /** The slope of N at a time, in iterations per second; where it is constant, that at the end. */
  default double ratePerSecondAt(double elapsedSeconds) {
    return finalRatePerSecond();
  }

  /** The largest slope from a time on, in iterations per second. */
  default double peakRatePerSecondFrom(double elapsedSeconds) {
    return finalRatePerSecond();
  }

  /** The rest of this curve from a time on, as a curve that begins there. */
  default RateCurve remainingAt(double elapsedSeconds) {
    return this;
  }

  /** The rate it ends with, in iterations per second; 0 if paused or unthrottled. */
  double finalRatePerSecond();

  /** A curve of the same shape: each of its rates is to this one's as a part to the whole. */
  RateCurve scaled(double part, double whole);

  /** Whether people may ask for it: 0 (as fast as possible), or within the limits. */
  static boolean isRate(double perSecond) {
    return perSecond == 0 || (perSecond >= SMALLEST_PER_SECOND && perSecond <= LARGEST_PER_SECOND);
  }

  /**
   * Checks that people may ask for it.
   *
   * @throws IllegalArgumentException if not
   */
  static void requireRate(double perSecond) {
    if (!isRate(perSecond)) {
      throw new IllegalArgumentException(
          "a rate is 0 (as fast as possible) or from 1e-12 to 1e9 per second, not " + perSecond);
    }
  }

  /** A rate as people write it: 0 means as fast as possible. */
  static RateCurve constant(double ratePerSecond) {
    return ratePerSecond == 0 ? NoSchedule.UNTHROTTLED : new ConstantRate(ratePerSecond);
  }

  /**
   * N(t) = r t.
   *
   * @param ratePerSecond r, above 0 and finite
   */
  record ConstantRate(double ratePerSecond) implements RateCurve {

    public ConstantRate {
      if (!(ratePerSecond > 0) || Double.isInfinite(ratePerSecond)) {
        throw new IllegalArgumentException(
            "a rate must be above 0 and finite, not " + ratePerSecond);
      }
    }

    @Override
    public double iterationsAt(double elapsedSeconds) {
      return ratePerSecond * elapsedSeconds;
    }

    @Override
    public double secondsAt(double iterations) {
      return iterations / ratePerSecond;
    }

    @Override
    public double finalRatePerSecond() {
      return ratePerSecond;
    }

    @Override
    public RateCurve scaled(double part, double whole) {
      return new ConstantRate(ratePerSecond * part / whole);
    }
  }

  /**
   * A rate that moves in a straight line from one value to another and then stays there.
   *
   * <p>While it moves, the rate is {@code a + k t} with {@code k = (b - a) / D}, so N(t) = a t + k
   * t² / 2. The inverse solves that quadratic; it is written as {@code 2 n / (a + sqrt(a² + 2 k
   * n))}, which stays exact where k is tiny and where the ramp starts from 0.
   *
   * @param fromPerSecond a, not negative
   * @param toPerSecond b, above 0
   * @param durationSeconds D, above 0
   */
  record LinearRamp(double fromPerSecond, double toPerSecond, double durationSeconds)
      implements RateCurve {

    public LinearRamp {
      if (!(fromPerSecond >= 0) || !(toPerSecond > 0) || !(durationSeconds > 0)) {
        throw new IllegalArgumentException(
            "a ramp goes from a rate of at least 0 to one above 0 in more than 0 s, not from "
                + fromPerSecond
                + " to "
                + toPerSecond
                + " in "
                + durationSeconds);
      }
    }

    @Override
    public double iterationsAt(double elapsedSeconds) {
      double ramped = Math.min(elapsedSeconds, durationSeconds);
      double during = ramped * (fromPerSecond + slope() * ramped / 2);
      return during + (elapsedSeconds - ramped) * toPerSecond;
    }

    @Override
    public double secondsAt(double iterations) {
      double rampIterations = iterationsAt(durationSeconds);
      if (iterations >= rampIterations) {
        return durationSeconds + (iterations - rampIterations) / toPerSecond;
      }
      if (iterations <= 0) {
        return 0;
      }
      return secondsAt(iterations, fromPerSecond, slope());
    }

    /** The same on a ramp without an end, of which only its begin and its slope are known. */
    static double secondsAt(double iterations, double fromPerSecond, double slope) {
      // not negative while N is within the ramp; rounding may take it a hair below
      double discriminant = Math.max(0, fromPerSecond * fromPerSecond + 2 * slope * iterations);
      return 2 * iterations / (fromPerSecond + Math.sqrt(discriminant));
    }

    @Override
    public double ratePerSecondAt(double elapsedSeconds) {
      return elapsedSeconds >= durationSeconds
          ? toPerSecond
          : fromPerSecond + slope() * elapsedSeconds;
    }

    @Override
    public double peakRatePerSecondFrom(double elapsedSeconds) {
      return Math.max(ratePerSecondAt(elapsedSeconds), toPerSecond);
    }

    @Override
    public double finalRatePerSecond() {
      return toPerSecond;
    }

    @Override
    public RateCurve scaled(double part, double whole) {
      return new LinearRamp(
          fromPerSecond * part / whole, toPerSecond * part / whole, durationSeconds);
    }

    @Override
    public RateCurve remainingAt(double elapsedSeconds) {
      return elapsedSeconds >= durationSeconds
          ? new ConstantRate(toPerSecond)
          : new LinearRamp(
              ratePerSecondAt(elapsedSeconds), toPerSecond, durationSeconds - elapsedSeconds);
    }

    private double slope() {
      return (toPerSecond - fromPerSecond) / durationSeconds;
    }
  }

  /** Nothing is ever due: N(t) stays 0, so that a paced curve that follows owes nothing. */
  enum NoSchedule implements RateCurve {
    /** Nothing becomes due, and nothing is done. Time spent here is not owed later. */
    PAUSED,
    /** As fast as possible: nothing falls due and nothing is ever late. */
    UNTHROTTLED;

    @Override
    public double iterationsAt(double elapsedSeconds) {
      return 0;
    }

    @Override
    public double secondsAt(double iterations) {
      return iterations > 0 ? Double.POSITIVE_INFINITY : 0;
    }

    @Override
    public double finalRatePerSecond() {
      return 0;
    }

    @Override
    public RateCurve scaled(double part, double whole) {
      return this;
    }
  }
}
