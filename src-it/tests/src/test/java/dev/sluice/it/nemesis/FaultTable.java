package dev.sluice.it.nemesis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How often each fault was played, and what it took to get over it. */
final class FaultTable {

  private static final class Row {
    private final List<Double> connectionSeconds = new ArrayList<>();
    private final List<Double> throughputSeconds = new ArrayList<>();
    private long inDoubt;
  }

  private final Map<String, Row> rows = new TreeMap<>();

  /**
   * Adds one.
   *
   * @param connectionSeconds from its end until all were connected
   * @param throughputSeconds from its end until the rate was back
   */
  void add(List<String> faults, double connectionSeconds, double throughputSeconds, long inDoubt) {
    String name = faults.size() == 1 ? faults.get(0) : "two at once";
    Row row = rows.computeIfAbsent(name, unknown -> new Row());
    row.connectionSeconds.add(connectionSeconds);
    row.throughputSeconds.add(throughputSeconds);
    row.inDoubt += inDoubt;
  }

  @Override
  public String toString() {
    StringBuilder text =
        new StringBuilder(
            "| fault | times | connection back, median / worst | rate back, median / worst | in"
                + " doubt |\n"
                + "|---|---|---|---|---|\n");
    rows.forEach(
        (name, row) ->
            text.append(
                String.format(
                    Locale.ROOT,
                    "| %s | %d | %s | %s | %d |%n",
                    name,
                    row.connectionSeconds.size(),
                    times(row.connectionSeconds),
                    times(row.throughputSeconds),
                    row.inDoubt)));
    return text.toString();
  }

  private static String times(List<Double> seconds) {
    List<Double> sorted = new ArrayList<>(seconds);
    Collections.sort(sorted);
    return String.format(
        Locale.ROOT, "%.1f / %.1f s", sorted.get(sorted.size() / 2), sorted.get(sorted.size() - 1));
  }
}
