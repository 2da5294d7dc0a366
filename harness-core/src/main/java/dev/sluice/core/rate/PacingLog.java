package dev.sluice.core.rate;

/**
 * What a {@link Pacer} has to tell about itself. Called by the worker's thread; must not allocate.
 */
public interface PacingLog {

  /** A wait ended so long after the time it was meant to end. */
  void woke(long oversleptNanos);

  /** Iterations that will not be made up. */
  void gaveUp(long iterations);
}
