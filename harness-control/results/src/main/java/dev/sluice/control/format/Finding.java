package dev.sluice.control.format;

import java.util.Optional;

/**
 * Something that a scenario found.
 *
 * @param subject what it was found of: a workload, a condition
 * @param perSecond the rate that was found, not a number if it is none
 * @param text the finding in one line
 * @param law of the steps that it was found of, if they have one
 */
public record Finding(
    Topic kind, String subject, double perSecond, String text, Optional<SweepLaw> law) {

  /** One without a law. */
  public Finding(Topic kind, String subject, double perSecond, String text) {
    this(kind, subject, perSecond, text, Optional.empty());
  }

  /** The topics of findings. */
  public enum Topic {
    /** The highest rate that met some objectives. */
    MAX_RATE,
    /** The highest of several steps without a target, or of several searches. */
    PEAK,
    /** How many units carry a rate that was asked for. */
    SIZING,
    /** How long it took until everything was well again. */
    RECOVERY,
    /** A law between what a broker says of itself and what was counted here does not hold. */
    CHECK
  }
}
