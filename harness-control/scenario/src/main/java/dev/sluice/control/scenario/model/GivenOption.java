package dev.sluice.control.scenario.model;

import java.util.List;

/**
 * An option as a scenario gives it.
 *
 * @param key its name without dashes
 * @param values its values; {@code true} for a flag that is set
 */
public record GivenOption(String key, List<String> values) {

  public GivenOption {
    values = List.copyOf(values);
  }
}
