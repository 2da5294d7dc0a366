package dev.sluice.core.run;

/**
 * The target, in iterations per second; 0 means as fast as possible. The limits hold for every way
 * to a rate, and for the number as it is given: of each worker, or in total.
 */
public sealed interface RateTarget {

  /** One iteration in thirty thousand years. */
  double SMALLEST_PER_SECOND = 1e-12;

  /** One in each nanosecond, the resolution of due times. */
  double LARGEST_PER_SECOND = 1e9;

  /** The same for each worker, however many there are. */
  record PerWorker(double perSecond) implements RateTarget {
    public PerWorker {
      requireRate(perSecond);
    }

    @Override
    public double perWorker(int workers) {
      return perSecond;
    }
  }

  /** For all workers of the workload together, shared evenly. */
  record Total(double perSecond) implements RateTarget {
    public Total {
      requireRate(perSecond);
    }

    @Override
    public double perWorker(int workers) {
      return workers == 0 ? perSecond : perSecond / workers;
    }
  }

  /** No target: as fast as possible. */
  static RateTarget asFastAsPossible() {
    return new PerWorker(0);
  }

  /** The rate of each of this many workers. */
  double perWorker(int workers);

  /** The number as it was given. */
  double perSecond();

  default boolean isUnlimited() {
    return perSecond() == 0;
  }

  /** Whether it is a rate: 0, or within the limits. */
  static boolean isRate(double perSecond) {
    return perSecond == 0 || (perSecond >= SMALLEST_PER_SECOND && perSecond <= LARGEST_PER_SECOND);
  }

  private static void requireRate(double perSecond) {
    if (!isRate(perSecond)) {
      throw new IllegalArgumentException(
          "a rate is 0 (as fast as possible) or from 1e-12 to 1e9 per second, not " + perSecond);
    }
  }
}
