package dev.sluice.control.analysis.calibrate;

/**
 * The effect of a live change.
 *
 * @param command the change
 * @param targetPerSecond the target of all workers from then on, 0 when paused
 * @param afterSettling windows of 100 ms from 50 ms after the command on
 * @param expected iterations that the rate asks for from the command to the last reading
 * @param counted iterations that were done in that time
 */
record StepResult(
    String command, double targetPerSecond, Windows afterSettling, double expected, long counted) {

  /** How far the count is from the integral of the rate, in percent of it. */
  double countErrorPercent() {
    return expected == 0 ? 0 : (counted - expected) / expected * 100;
  }

  /** The worst window, in percent of the target. */
  double worstWindowPercent() {
    return targetPerSecond == 0 ? 0 : afterSettling.worstPercent(targetPerSecond);
  }
}
