package dev.sluice.control.sink.page;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.Observation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The readings of observers while a run goes on, in bounded memory: when there are too many, each
 * two neighbours become their mean. What could not be read is null, where a line breaks. One
 * thread.
 */
final class LiveObservations {

  private final int maxReadings;
  private final List<BigDecimal> seconds = new ArrayList<>();
  private final Map<PageObservations.Line, List<BigDecimal>> lines = new LinkedHashMap<>();

  /**
   * @param maxReadings an even number at which neighbours are joined
   */
  LiveObservations(int maxReadings) {
    this.maxReadings = maxReadings;
  }

  /**
   * What was read at one time.
   *
   * @return whether readings were joined, so that those that were shown are no longer right
   */
  boolean add(List<Observation> figures) {
    if (figures.isEmpty()) {
      return false;
    }
    seconds.add(Csv.seconds(figures.get(0).sinceStartNanos()));
    for (Observation each : figures) {
      List<BigDecimal> line =
          lines.computeIfAbsent(PageObservations.Line.of(each), added -> new ArrayList<>());
      fill(line, seconds.size() - 1);
      line.add(Csv.number(each.value()));
    }
    lines.values().forEach(line -> fill(line, seconds.size()));
    if (seconds.size() < maxReadings) {
      return false;
    }
    join(seconds);
    lines.values().forEach(LiveObservations::join);
    return true;
  }

  private static void fill(List<BigDecimal> line, int size) {
    line.addAll(Collections.nCopies(size - line.size(), null));
  }

  private static void join(List<BigDecimal> line) {
    for (int i = 0; i < line.size() / 2; i++) {
      BigDecimal one = line.get(2 * i);
      BigDecimal other = line.get(2 * i + 1);
      line.set(
          i,
          one == null || other == null
              ? (one == null ? other : one)
              : Csv.number(one.add(other).doubleValue() / 2));
    }
    line.subList(line.size() / 2, line.size()).clear();
  }

  int size() {
    return seconds.size();
  }

  /** Adds the members of a page, from a reading on. */
  void addTo(Json json, int from) {
    json.put("observedSeconds", PageSeries.tail(seconds, from))
        .put(
            "observations",
            lines.entrySet().stream()
                .map(
                    each ->
                        each.getKey().json().put("values", PageSeries.tail(each.getValue(), from)))
                .toList());
  }
}
