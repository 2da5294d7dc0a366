package dev.sluice.core.pacing;

import java.util.function.Function;
import java.util.random.RandomGenerator;

/** How iterations are spread along a rate curve. */
public enum Arrivals {

  /** Evenly, over all workers together. */
  UNIFORM(random -> new UniformArrivals()),
  /** As a Poisson process: independent arrivals, exponential gaps. */
  POISSON(PoissonArrivals::new);

  @SuppressWarnings("ImmutableEnumChecker") // a function without a state
  private final Function<RandomGenerator, ArrivalSequence> sequences;

  Arrivals(Function<RandomGenerator, ArrivalSequence> sequences) {
    this.sequences = sequences;
  }

  /**
   * The iterations of one worker, which has a part in the workload once it is dealt one.
   *
   * @param random the worker's own source
   */
  public ArrivalSequence sequence(RandomGenerator random) {
    return sequences.apply(random);
  }
}
