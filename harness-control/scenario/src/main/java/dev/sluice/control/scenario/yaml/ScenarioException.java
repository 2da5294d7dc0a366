package dev.sluice.control.scenario.yaml;

import dev.sluice.core.text.ForeignText;
import java.util.Collection;
import java.util.stream.Collectors;

/**
 * A mistake in a scenario. The message is one line: where, which key, what is wrong, what would be
 * right.
 */
public final class ScenarioException extends RuntimeException {

  /**
   * @param key the keys that lead to it with dots between, may be empty
   * @param problem what is wrong
   * @param remedy what would be right, may be empty
   */
  public ScenarioException(Place place, String key, String problem, String remedy) {
    super(
        ForeignText.printable(
            place
                + ": "
                + (key.isEmpty() ? "" : key + ": ")
                + problem
                + (remedy.isEmpty() ? "" : "; " + remedy)));
  }

  /** The values allowed at a place, for a remedy. */
  public static String oneOf(Collection<String> words) {
    return words.stream().sorted().collect(Collectors.joining(", "));
  }
}
