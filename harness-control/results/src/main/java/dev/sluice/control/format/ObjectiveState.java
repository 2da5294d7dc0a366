package dev.sluice.control.format;

import java.math.BigDecimal;
import java.util.List;

/**
 * How an objective stands while its run goes on.
 *
 * @param objective what was asked for, and of whom: {@code senders p99 < 20ms}
 * @param found the figure so far, with its unit
 * @param values that figure in the last intervals, the newest last, times in milliseconds; null
 *     where there was none
 */
public record ObjectiveState(
    String objective, Outlook state, String found, Trend trend, List<BigDecimal> values) {

  /** What would come of it if the run ended now; from the best to the worst. */
  public enum Outlook {
    /** Nothing has been measured yet, or the harness was too late to judge. */
    UNKNOWN,
    HOLDS,
    /** It holds, and its figure is near the limit. */
    NEAR,
    MISSED
  }

  /** Where its figure goes. */
  public enum Trend {
    STEADY,
    RISING,
    FALLING
  }
}
