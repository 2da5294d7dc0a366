package dev.sluice.core.stats;

import java.util.Locale;

/**
 * The name of a figure, wherever it is shown.
 *
 * @param label in sentences: {@code rolled back}; lower case, words with blanks between them
 */
public record FigureName(String label) {

  /** The name of a constant as people write it: {@code ROLLED_BACK} is {@code rolled back}. */
  static FigureName of(Enum<?> figure) {
    return new FigureName(figure.name().toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  /** In JSON: {@code rolledBack}. */
  public String key() {
    StringBuilder key = new StringBuilder();
    for (String word : label.split(" ", -1)) {
      key.append(
          key.isEmpty() ? word.substring(0, 1) : word.substring(0, 1).toUpperCase(Locale.ROOT));
      key.append(word.substring(1));
    }
    return key.toString();
  }

  /** In tables and metrics: {@code rolled_back}. */
  public String column() {
    return label.replace(' ', '_');
  }

  /** In options and replies: {@code rolled-back}. */
  public String word() {
    return label.replace(' ', '-');
  }
}
