package dev.sluice.core.pacing;

import java.util.random.RandomGenerator;

/** How iterations are spread along a rate curve. */
public enum Arrivals {

  /** Evenly, over all workers together. */
  UNIFORM {
    @Override
    public ArrivalSequence sequence(RandomGenerator random) {
      return new UniformArrivals();
    }
  },

  /** As a Poisson process: independent arrivals, exponential gaps. */
  POISSON {
    @Override
    public ArrivalSequence sequence(RandomGenerator random) {
      return new PoissonArrivals(random);
    }
  };

  /**
   * The iterations of one worker, which has a part in the workload once it is dealt one.
   *
   * @param random the worker's own source
   */
  public abstract ArrivalSequence sequence(RandomGenerator random);
}
