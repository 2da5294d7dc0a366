package dev.sluice.core.rate;

/** Nothing is due, and nothing becomes due: N(t) = 0. Time spent here is not owed later. */
public enum Paused implements RateCurve {
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
