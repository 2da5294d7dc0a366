package dev.sluice.estimates.bottleneck;

/**
 * One change of the working point.
 *
 * @param speedup how many times as fast it makes what the lever moves: 2 for twice the receivers, 4
 *     for a quarter of the size, infinite without persistence; below 1 if slower
 */
public record Variation(Lever lever, double speedup) {

  public Variation {
    if (!(speedup > 0) || speedup == 1) {
      throw new IllegalArgumentException("a speedup above 0 that changes something: " + speedup);
    }
  }

  /** Whether it makes something faster. */
  boolean helps() {
    return speedup > 1;
  }
}
