package dev.sluice.core.stats;

/** The unit in which a {@link Figure} is counted. */
public enum Unit {
  /** Iterations, each of them once. */
  ITERATIONS,
  /** Anything else: how many there are, or how often it happened. */
  TIMES,
  PER_SECOND,
  NANOS
}
