package dev.sluice.control.scenario.measure;

/**
 * Whether an objective was met.
 *
 * @param objective what was asked for, and of whom: {@code senders p99 < 20ms}
 * @param met whether it was; not if it could not be measured
 * @param found the figure, with its unit
 */
public record Judgement(String objective, boolean met, String found) {

  /** For people: {@code PASS senders p99 < 20ms: 3.1ms}. */
  public String line() {
    return (met ? "PASS " : "FAIL ") + objective + ": " + found;
  }
}
