package dev.sluice.core.run;

import java.util.Locale;

/** What was asked for, in iterations per second; 0 means as fast as possible. */
public sealed interface RateTarget {

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

  /** The rate of each of so many workers. */
  double perWorker(int workers);

  /** The number as it was given. */
  double perSecond();

  default boolean isUnlimited() {
    return perSecond() == 0;
  }

  private static void requireRate(double perSecond) {
    if (!(perSecond >= 0) || Double.isInfinite(perSecond)) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "a rate is 0 or more and finite, not %s", perSecond));
    }
  }
}
