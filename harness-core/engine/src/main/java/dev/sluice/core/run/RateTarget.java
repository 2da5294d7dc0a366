package dev.sluice.core.run;

import dev.sluice.core.pacing.Profile;
import dev.sluice.core.pacing.RateCurve;

/**
 * The target, in iterations per second; 0 means as fast as possible. The limits hold for every way
 * to a rate, and for the number as it is given: of each worker, or in total.
 */
public sealed interface RateTarget {

  /** The same for each worker, however many there are. */
  record PerWorker(double perSecond) implements RateTarget {
    public PerWorker {
      RateCurve.requireRate(perSecond);
    }

    @Override
    public double perWorker(int workers) {
      return perSecond;
    }
  }

  /** For all workers of the workload together, shared evenly. */
  record Total(double perSecond) implements RateTarget {
    public Total {
      RateCurve.requireRate(perSecond);
    }

    @Override
    public double perWorker(int workers) {
      return workers == 0 ? perSecond : perSecond / workers;
    }
  }

  /**
   * That of all workers together moves along a profile.
   *
   * @param source what the profile was taken from, for people
   */
  record Along(Profile profile, String source) implements RateTarget {
    @Override
    public double perWorker(int workers) {
      return perSecond() / Math.max(1, workers);
    }

    /** The mean. */
    @Override
    public double perSecond() {
      return profile.meanPerSecond();
    }

    @Override
    public boolean isUnlimited() {
      return false;
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
}
