package dev.sluice.estimates.law;

import dev.sluice.estimates.Estimate;
import java.util.List;
import java.util.Map;

/**
 * What a sweep measured at one value of what it varies.
 *
 * @param x the value, above 0
 * @param rounds the rate of each round, above 0; a standard error that is not a number is unknown
 * @param processors the busy share of the processors of each host that was observed, from 0 to 1
 */
public record Point(double x, List<Estimate> rounds, Map<String, Double> processors) {

  public Point {
    rounds = List.copyOf(rounds);
    processors = Map.copyOf(processors);
    if (!(x > 0) || rounds.isEmpty() || !rounds.stream().allMatch(each -> each.value() > 0)) {
      throw new IllegalArgumentException(
          "a rate above 0 at a value above 0, not " + rounds + " at " + x);
    }
  }

  /** Returns the mean rate of its rounds. */
  double rate() {
    return rounds.stream().mapToDouble(Estimate::value).average().orElseThrow();
  }
}
