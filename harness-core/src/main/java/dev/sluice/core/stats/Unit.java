package dev.sluice.core.stats;

import dev.sluice.core.text.Figures;

/** The unit in which a {@link Figure} is counted. */
public enum Unit {
  /** Iterations, each of them once. */
  ITERATIONS,
  /** Anything else: how many there are, or how often it happened. */
  TIMES,
  PER_SECOND,
  NANOS;

  /** A value for people. */
  public String text(double value) {
    return switch (this) {
      case ITERATIONS, TIMES -> Figures.count(Math.round(value));
      case PER_SECOND -> Figures.rate(value);
      case NANOS -> Figures.latency(Math.round(value));
    };
  }
}
