package dev.sluice.mqsim.manager;

import java.util.List;

/**
 * A topic string with wildcards for whole levels: {@code +} stands for exactly one level, {@code #}
 * for any number of them, none included.
 */
final class TopicPattern {

  private static final String ONE_LEVEL = "+";
  private static final String ANY_LEVELS = "#";

  private final List<String> levels;

  TopicPattern(String pattern) {
    this.levels = levels(pattern);
  }

  static List<String> levels(String topic) {
    return List.of(topic.split("/", -1));
  }

  boolean isOf(String pattern) {
    return levels.equals(levels(pattern));
  }

  boolean matches(List<String> topic) {
    return matches(0, topic, 0);
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
