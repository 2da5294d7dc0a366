package dev.sluice.mqsim.cli;

import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Queues on the command line: names, patterns ending in {@code *}, each maybe with {@code :depth}.
 */
final class QueueList {

  private QueueList() {}

  /**
   * The definitions.
   *
   * @param listed for example {@code ORDERS}, {@code UC01.*}, {@code SMALL.Q:100}
   * @throws IllegalArgumentException if a depth is no number
   */
  static QueueDefinitions parse(List<String> listed, QueueDefinition otherwise, boolean strict) {
    Map<String, QueueDefinition> definitions = new LinkedHashMap<>();
    for (String entry : listed) {
      int colon = entry.indexOf(':');
      if (colon < 0) {
        definitions.put(entry, otherwise);
      } else {
        int maxDepth = depth(entry.substring(colon + 1));
        definitions.put(entry.substring(0, colon), otherwise.withMaxDepth(maxDepth));
      }
    }
    return new QueueDefinitions(otherwise, strict, definitions);
  }

  private static int depth(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'%s' is not a queue depth".formatted(text), e);
    }
  }
}
