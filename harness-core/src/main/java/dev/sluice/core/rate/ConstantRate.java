package dev.sluice.core.rate;

/**
 * N(t) = r t.
 *
 * @param ratePerSecond r, above 0 and finite
 */
public record ConstantRate(double ratePerSecond) implements RateCurve {

  public ConstantRate {
    if (!(ratePerSecond > 0) || Double.isInfinite(ratePerSecond)) {
      throw new IllegalArgumentException(
          "a rate must be above 0 and finite, and not " + ratePerSecond);
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
  public double ratePerSecondAt(double elapsedSeconds) {
    return ratePerSecond;
  }

  @Override
  public double peakRatePerSecondFrom(double elapsedSeconds) {
    return ratePerSecond;
  }

  @Override
  public double finalRatePerSecond() {
    return ratePerSecond;
  }

  @Override
  public RateCurve scaledTo(double finalPerSecond) {
    return new ConstantRate(finalPerSecond);
  }

  @Override
  public RateCurve remainingAt(double elapsedSeconds) {
    return this;
  }
}
