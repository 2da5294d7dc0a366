package dev.sluice.core.stats;

import java.util.Locale;

/** A term, as each kind of output spells it. */
@FunctionalInterface
public interface Term {

  /** The name of the constant: {@code ROLLED_BACK}. */
  String name();

  /** In sentences: {@code rolled back}; lower case, words with blanks between them. */
  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** In JSON: {@code rolledBack}. */
  default String key() {
    StringBuilder key = new StringBuilder();
    for (String word : label().split(" ", -1)) {
      key.append(
          key.isEmpty() ? word.substring(0, 1) : word.substring(0, 1).toUpperCase(Locale.ROOT));
      key.append(word.substring(1));
    }
    return key.toString();
  }

  /** In tables and metrics: {@code rolled_back}. */
  default String column() {
    return label().replace(' ', '_');
  }

  /** In options and replies: {@code rolled-back}. */
  default String word() {
    return label().replace(' ', '-');
  }
}
