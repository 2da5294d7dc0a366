package dev.sluice.control.scenario.yaml;

import dev.sluice.core.text.ForeignText;
import dev.sluice.core.text.NearestWord;
import java.util.Collection;
import java.util.TreeSet;

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
  public ScenarioException(Value.Place place, String key, String problem, String remedy) {
    super(
        ForeignText.printable(
            place
                + ": "
                + (key.isEmpty() ? "" : key + ": ")
                + problem
                + (remedy.isEmpty() ? "" : "; " + remedy)));
  }

  /** The remedy for a word that is none of some: the nearest of them, or else all. */
  public static String instead(String word, Collection<String> words) {
    return NearestWord.of(word, words)
        .map(nearest -> "did you mean '" + nearest + "'?")
        .orElseGet(() -> "use one of " + String.join(", ", new TreeSet<>(words)));
  }
}
