package dev.sluice.core.rate;

import java.util.random.RandomGenerator;

/** How iterations are spread along a rate curve. */
public enum Arrivals {

  /** Evenly, each worker shifted by its phase. */
  UNIFORM {
    @Override
    public ArrivalSequence sequence(double phase, RandomGenerator random) {
      return new UniformArrivals(phase);
    }
  },

  /** As a Poisson process: independent arrivals, exponential gaps. */
  POISSON {
    @Override
    public ArrivalSequence sequence(double phase, RandomGenerator random) {
      return new PoissonArrivals(random);
    }
  };

  /**
   * The iterations of one worker.
   *
   * @param phase the worker's place within one interval, 0 to below 1: worker k of n has k / n
   * @param random the worker's own source
   */
  public abstract ArrivalSequence sequence(double phase, RandomGenerator random);
}
