package dev.sluice.control.format;

import dev.sluice.core.text.Figures;
import dev.sluice.estimates.law.Capacity;
import java.util.List;
import java.util.Map;

/**
 * The law of a sweep, and what it takes to ask how many units carry a rate.
 *
 * @param variable what was varied
 * @param units its values in words, such as {@code queue managers}
 * @param sentence the law for people
 * @param capacities of 1 unit to twice those of the last point, ascending
 * @param points that were measured, ascending
 */
public record SweepLaw(
    String variable,
    String units,
    String sentence,
    List<Capacity> capacities,
    List<LatencyPoint> points) {

  /**
   * The latency of a point of a sweep.
   *
   * @param at the value of the variable
   * @param latencyMillis the longest of all rounds by figure; without those that were not measured
   */
  public record LatencyPoint(double at, Map<String, Number> latencyMillis) {}

  /** So many units, in words. */
  public String count(double units) {
    String name = units == 1 ? this.units.replaceFirst("s$", "") : this.units;
    return Figures.count((long) units) + " " + name;
  }

  /** The largest value that was measured. */
  public double measured() {
    return points.get(points.size() - 1).at();
  }

  /** The rate that so many units carry, of which there is a capacity. */
  public double carried(double units) {
    return capacities.stream()
        .filter(each -> each.units() == units)
        .mapToDouble(each -> each.rate().value())
        .findFirst()
        .orElse(Double.NaN);
  }
}
