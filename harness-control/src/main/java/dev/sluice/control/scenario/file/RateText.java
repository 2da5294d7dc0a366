package dev.sluice.control.scenario.file;

import dev.sluice.control.scenario.yaml.Scalars;
import dev.sluice.core.run.RateChange;

/** Rates and changes of rates, as they are written in steps. */
final class RateText {

  static final double HIGHEST_PER_SECOND = 1e8;

  private RateText() {}

  /**
   * A rate of each worker or a change of it: 115, +115, -10%.
   *
   * @throws IllegalArgumentException if it is none; the message says what to write
   */
  static RateChange change(String text) {
    boolean relative = text.startsWith("+") || text.startsWith("-");
    if (text.endsWith("%")) {
      if (!relative) {
        throw new IllegalArgumentException("write a change in per cent as +10% or -10%");
      }
      return new RateChange.ByPercent(100 * Scalars.share(text));
    }
    if (relative) {
      return new RateChange.ByPerWorker(Scalars.number(text));
    }
    return new RateChange.ToPerWorker(perSecond(text));
  }

  /**
   * A rate per second.
   *
   * @throws IllegalArgumentException if it is none; the message says what to write
   */
  static double perSecond(String text) {
    double perSecond;
    try {
      perSecond = Scalars.number(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("write a rate per second: 115, +115, -5, +10%", e);
    }
    if (perSecond < 0 || perSecond > HIGHEST_PER_SECOND) {
      throw new IllegalArgumentException("write a rate from 0 to 100000000 per second");
    }
    return perSecond;
  }
}
