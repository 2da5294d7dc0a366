package dev.sluice.it.brokers;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Features beside brokers as Markdown: a mark for what works, the number of a note for the rest.
 */
final class BrokerTable {

  private static final String WORKS = "✓";

  private final Map<String, Map<String, Outcome>> columns = new LinkedHashMap<>();

  /** What was seen of a feature on a broker. */
  void add(String broker, String feature, Outcome outcome) {
    columns.computeIfAbsent(broker, first -> new LinkedHashMap<>()).put(feature, outcome);
  }

  /** The brokers that it has. */
  Set<String> brokers() {
    return columns.keySet();
  }

  /** The same as Markdown, a line each. */
  List<String> lines(List<String> features) {
    Map<String, Integer> notes = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    lines.add("||" + String.join("|", columns.keySet()) + "|");
    lines.add("|---|" + ":-:|".repeat(columns.size()));
    for (String feature : features) {
      StringBuilder row = new StringBuilder("|" + feature + "|");
      for (Map<String, Outcome> column : columns.values()) {
        row.append(cell(column.get(feature), notes)).append('|');
      }
      lines.add(row.toString());
    }
    if (!notes.isEmpty()) {
      lines.add("");
      notes.forEach((words, number) -> lines.add(number + ". " + words));
    }
    return lines;
  }

  private static String cell(Outcome outcome, Map<String, Integer> notes) {
    if (outcome == null) {
      return "";
    }
    return outcome.works()
        ? outcome.words().isEmpty() ? WORKS : outcome.words()
        : notes.computeIfAbsent(outcome.words(), words -> notes.size() + 1).toString();
  }
}
