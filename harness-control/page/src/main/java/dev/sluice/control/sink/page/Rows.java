package dev.sluice.control.sink.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Values beside the points in time of a page, by name; null where there is none. One thread. */
final class Rows {

  private final Map<String, List<Object>> rows = new LinkedHashMap<>();

  void put(String name, int point, Object value) {
    List<Object> row = rows.computeIfAbsent(name, first -> new ArrayList<>());
    while (row.size() < point) {
      row.add(null);
    }
    row.add(value);
  }

  /** The values from a point on, of so many points. */
  Map<String, List<Object>> tails(int from, int points) {
    Map<String, List<Object>> tails = new LinkedHashMap<>();
    rows.forEach(
        (name, row) -> {
          List<Object> tail = new ArrayList<>(PageSeries.tail(row, from));
          while (tail.size() < points - from) {
            tail.add(null);
          }
          tails.put(name, tail);
        });
    return tails;
  }

  boolean isEmpty() {
    return rows.values().stream().flatMap(List::stream).allMatch(Objects::isNull);
  }
}
