package dev.sluice.control.sink.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Values beside the points in time of a page. One thread.
 *
 * @param rows by name
 * @param empty what stands where there is none
 */
record Rows(Map<String, List<Object>> rows, Object empty) {

  void put(String name, int point, Object value) {
    List<Object> row = rows.computeIfAbsent(name, first -> new ArrayList<>());
    fill(row, point);
    row.add(value);
  }

  /** The values from a point on, of so many points. */
  Map<String, List<Object>> tails(int from, int points) {
    Map<String, List<Object>> tails = new LinkedHashMap<>();
    rows.forEach(
        (name, row) -> {
          List<Object> tail = new ArrayList<>(PageSeries.tail(row, from));
          fill(tail, points - from);
          tails.put(name, tail);
        });
    return tails;
  }

  private void fill(List<Object> row, int size) {
    row.addAll(Collections.nCopies(size - row.size(), empty));
  }

  boolean isEmpty() {
    return rows.values().stream().flatMap(List::stream).allMatch(Objects::isNull);
  }
}
