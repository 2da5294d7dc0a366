package dev.sluice.estimates.law;

import dev.sluice.estimates.Interval;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Where a curve is highest, and the first point that may be nearly as high.
 *
 * @param at the index of the highest point
 * @param knee the index of the first point that may have {@value #NEAR} of the peak, as far as its
 *     error goes; empty unless the curve rises to it by more than the errors
 */
public record Peak(int at, OptionalInt knee) {

  private static final double NEAR = 0.95;

  /**
   * Finds both.
   *
   * @param points at least one; an error that is unknown counts as none
   */
  public static Peak of(List<Interval> points) {
    int peak = 0;
    for (int i = 1; i < points.size(); i++) {
      if (points.get(i).value() > points.get(peak).value()) {
        peak = i;
      }
    }
    double near = NEAR * points.get(peak).value();
    int first =
        IntStream.range(0, peak)
            .filter(i -> points.get(i).value() + error(points.get(i)) >= near)
            .findFirst()
            .orElse(0);
    return new Peak(
        peak,
        first > 0 && rises(points.get(first - 1), points.get(first))
            ? OptionalInt.of(first)
            : OptionalInt.empty());
  }

  private static boolean rises(Interval from, Interval to) {
    return to.value() - from.value() > Math.hypot(error(from), error(to));
  }

  private static double error(Interval point) {
    return point.known() ? point.error() : 0;
  }
}
