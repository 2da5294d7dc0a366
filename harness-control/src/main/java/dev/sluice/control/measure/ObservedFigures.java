package dev.sluice.control.measure;

import java.util.Map;

/**
 * The readings of observers over a window, by the observer's name.
 *
 * @param values a mean value, a rate per second, or how many processors were busy
 * @param shares of hosts, the busy share of all their processors
 */
public record ObservedFigures(Map<String, Double> values, Map<String, Double> shares) {

  public static final ObservedFigures NONE = new ObservedFigures(Map.of(), Map.of());

  public ObservedFigures {
    values = Map.copyOf(values);
    shares = Map.copyOf(shares);
  }
}
