package dev.sluice.control.scenario.reading;

import dev.sluice.control.scenario.yaml.Scalars;
import dev.sluice.core.run.RateChange;
import dev.sluice.core.run.RateTarget;

/** Rates and changes of rates, as they are written in steps. */
final class RateText {

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
    if (!RateTarget.isRate(perSecond)) {
      throw new IllegalArgumentException("write 0 or a rate from 1e-12 to 1e9 per second");
    }
    return perSecond;
  }
}
