package dev.sluice.estimates.law;

import dev.sluice.estimates.Interval;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a system carries with some number of its units.
 *
 * @param units of what a sweep varied, a whole number from 1 on
 * @param rate the highest rate of so many units or fewer
 */
public record Capacity(double units, Interval rate) {

  /**
   * The fewest units that carry a rate; an end that does not reach it is infinite. What a number of
   * units carries lies in the interval of its rate as often as that number lies in this one.
   *
   * @param capacities from 1 unit on, ascending
   */
  public static Interval needed(double rate, List<Capacity> capacities) {
    Interval last = capacities.get(capacities.size() - 1).rate;
    return new Interval(
        fewest(rate, capacities, Interval::value),
        fewest(rate, capacities, Interval::high),
        fewest(rate, capacities, Interval::low),
        last.level(),
        last.effectiveSamples());
  }

  private static double fewest(
      double rate, List<Capacity> capacities, ToDoubleFunction<Interval> end) {
    return capacities.stream()
        .filter(each -> end.applyAsDouble(each.rate) >= rate)
        .mapToDouble(Capacity::units)
        .findFirst()
        .orElse(Double.POSITIVE_INFINITY);
  }
}
