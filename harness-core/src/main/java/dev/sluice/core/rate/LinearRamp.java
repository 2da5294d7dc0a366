package dev.sluice.core.rate;

/**
 * A rate that moves in a straight line from one value to another and then stays there.
 *
 * <p>While it moves, the rate is {@code a + k t} with {@code k = (b - a) / D}, so N(t) = a t + k t²
 * / 2. The inverse solves that quadratic; it is written as {@code 2 n / (a + sqrt(a² + 2 k n))},
 * which stays exact where k is tiny and where the ramp starts from 0.
 *
 * @param fromPerSecond a, not negative
 * @param toPerSecond b, above 0
 * @param durationSeconds D, above 0
 */
public record LinearRamp(double fromPerSecond, double toPerSecond, double durationSeconds)
    implements RateCurve {

  public LinearRamp {
    if (!(fromPerSecond >= 0) || !(toPerSecond > 0) || !(durationSeconds > 0)) {
      throw new IllegalArgumentException(
          "a ramp goes from a rate not below 0 to one above 0 in more than 0 s, and not from "
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
    // not negative while N is within the ramp; rounding may take it a hair below
    double discriminant = Math.max(0, fromPerSecond * fromPerSecond + 2 * slope() * iterations);
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
  public RateCurve scaledTo(double finalPerSecond) {
    return new LinearRamp(
        fromPerSecond / toPerSecond * finalPerSecond, finalPerSecond, durationSeconds);
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
