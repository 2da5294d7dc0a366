package dev.sluice.core.rate;

/**
 * As fast as possible: there is no schedule, so nothing falls due and nothing is ever late. N(t)
 * stays 0, so that a paced curve that follows owes nothing.
 */
public enum Unthrottled implements RateCurve {
  INSTANCE;

  @Override
  public double iterationsAt(double elapsedSeconds) {
    return 0;
  }

  @Override
  public double secondsAt(double iterations) {
    return iterations > 0 ? Double.POSITIVE_INFINITY : 0;
  }

  @Override
  public double ratePerSecondAt(double elapsedSeconds) {
    return 0;
  }

  @Override
  public double peakRatePerSecondFrom(double elapsedSeconds) {
    return 0;
  }

  @Override
  public double finalRatePerSecond() {
    return 0;
  }

  @Override
  public RateCurve scaledTo(double finalPerSecond) {
    return this;
  }

  @Override
  public RateCurve remainingAt(double elapsedSeconds) {
    return this;
  }
}
