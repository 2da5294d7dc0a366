package dev.sluice.control.format;

/**
 * Something that a scenario found.
 *
 * @param subject what it was found of: a workload, a condition
 * @param perSecond the rate that was found, not a number if it is none
 * @param text the finding in one line
 */
public record Finding(Topic kind, String subject, double perSecond, String text) {

  /** The topics of findings. */
  public enum Topic {
    /** The highest rate that met some objectives. */
    MAX_RATE,
    /** The highest of several steps without a target. */
    PEAK,
    /** How long it took until everything was well again. */
    RECOVERY,
    /** A law between what a broker says of itself and what was counted here does not hold. */
    CHECK
  }
}
