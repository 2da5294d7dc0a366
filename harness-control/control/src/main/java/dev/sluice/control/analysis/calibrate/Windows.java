package dev.sluice.control.analysis.calibrate;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import java.util.ArrayList;
import java.util.List;

/**
 * Iterations in consecutive windows of about 100 ms, each with the length it really had.
 *
 * @param windows in order of time
 */
record Windows(List<Span> windows) {

  /**
   * One window.
   *
   * @param sinceStartNanos its end, since the first reading
   * @param lengthNanos how long it was
   * @param iterations what was done in it
   */
  record Span(long sinceStartNanos, long lengthNanos, long iterations) {

    double perSecond() {
      return iterations * NANOS_PER_SECOND / lengthNanos;
    }
  }

  /** From readings of the clock and of a count that only grows. */
  static Windows of(List<Count> readings) {
    List<Span> windows = new ArrayList<>();
    for (int i = 1; i < readings.size(); i++) {
      Count from = readings.get(i - 1);
      Count to = readings.get(i);
      windows.add(
          new Span(
              to.nanos() - readings.get(0).nanos(),
              to.nanos() - from.nanos(),
              to.iterations() - from.iterations()));
    }
    return new Windows(windows);
  }

  /** The standard deviation of the windows' rates from a target, in percent of the target. */
  double deviationPercent(double targetPerSecond) {
    double sumOfSquares =
        windows.stream().mapToDouble(w -> square(w.perSecond() - targetPerSecond)).sum();
    return windows.isEmpty() ? 0 : Math.sqrt(sumOfSquares / windows.size()) / targetPerSecond * 100;
  }

  /** The farthest any window's rate is from a target, in percent of the target. */
  double worstPercent(double targetPerSecond) {
    return windows.stream()
            .mapToDouble(w -> Math.abs(w.perSecond() - targetPerSecond))
            .max()
            .orElse(0)
        / targetPerSecond
        * 100;
  }

  /** The rate of the busiest window. */
  double busiestPerSecond() {
    return windows.stream().mapToDouble(Span::perSecond).max().orElse(0);
  }

  private static double square(double value) {
    return value * value;
  }

  /**
   * A count at a time.
   *
   * @param nanos a clock reading
   * @param iterations the count then
   */
  record Count(long nanos, long iterations) {}
}
