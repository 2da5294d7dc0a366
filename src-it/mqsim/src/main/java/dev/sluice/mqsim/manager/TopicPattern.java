package dev.sluice.mqsim.manager;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A topic string with wildcards, by default for whole levels: {@code +} stands for exactly one
 * level, {@code #} for any number of them, none included. Or for characters: {@code ?} stands for
 * exactly one, {@code *} for any number, and {@code %} makes the next character a plain one. A
 * wildcard at its beginning does not fit system topics, which begin with {@code $}.
 */
final class TopicPattern {

  private static final String ONE_LEVEL = "+";
  private static final String ANY_LEVELS = "#";
  private static final String SYSTEM = "$";

  private final List<String> levels;
  private final Pattern characters; // null = wildcards are for levels

  TopicPattern(String pattern, boolean ofCharacters) {
    this.levels = levels(pattern);
    this.characters = ofCharacters ? characters(pattern) : null;
  }

  private static Pattern characters(String pattern) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      if (c == '*' || c == '?') {
        regex.append(c == '*' ? ".*" : ".");
      } else {
        boolean escapes = c == '%' && i + 1 < pattern.length();
        regex.append(Pattern.quote(pattern.substring(escapes ? ++i : i, i + 1)));
      }
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }

  static List<String> levels(String topic) {
    return List.of(topic.split("/", -1));
  }

  boolean isOf(String pattern) {
    return levels.equals(levels(pattern));
  }

  boolean matches(List<String> topic) {
    boolean ofSystem = topic.get(0).startsWith(SYSTEM);
    if (ofSystem && !levels.get(0).startsWith(SYSTEM)) {
      return false;
    }
    return characters == null
        ? matches(0, topic, 0)
        : characters.matcher(String.join("/", topic)).matches();
  }

  private boolean matches(int own, List<String> topic, int other) {
    if (own == levels.size()) {
      return other == topic.size();
    }
    String level = levels.get(own);
    if (level.equals(ANY_LEVELS)) {
      for (int skipped = other; skipped <= topic.size(); skipped++) {
        if (matches(own + 1, topic, skipped)) {
          return true;
        }
      }
      return false;
    }
    return other < topic.size()
        && (level.equals(ONE_LEVEL) || level.equals(topic.get(other)))
        && matches(own + 1, topic, other + 1);
  }
}
