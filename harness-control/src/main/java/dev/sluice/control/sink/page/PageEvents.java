package dev.sluice.control.sink.page;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.RecordedEvents;
import dev.sluice.control.sink.console.ConnectionLines;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The time line of a page: what happened to connections is summed up by interval. */
final class PageEvents {

  private static final double NANOS_PER_SECOND = 1e9;

  /** One line of it. */
  private record Line(long sinceStartNanos, String kind, String text) {}

  private PageEvents() {}

  /**
   * Lines in the order of time.
   *
   * @param endsNanos when intervals ended, in nanoseconds since the start
   */
  static List<Json> of(RecordedEvents events, List<Long> endsNanos) {
    List<Line> lines = new ArrayList<>();
    for (RunEvent event : events.run()) {
      String subject = event.workload().isEmpty() ? "" : event.workload() + ": ";
      lines.add(new Line(event.sinceStartNanos(), name(event.kind()), subject + event.text()));
    }
    byInterval(events.connections(), endsNanos)
        .forEach(
            (interval, changes) ->
                ConnectionLines.of(changes)
                    .forEach(
                        text ->
                            lines.add(
                                new Line(
                                    changes.get(0).sinceStartNanos(),
                                    name(RunEvent.Kind.CONNECTION),
                                    text))));
    lines.sort(Comparator.comparingLong(Line::sinceStartNanos));
    return lines.stream()
        .map(
            line ->
                new Json()
                    .put("t", Csv.number(line.sinceStartNanos() / NANOS_PER_SECOND))
                    .put("kind", line.kind())
                    .put("text", line.text()))
        .toList();
  }

  private static Map<Integer, List<ConnectionEvent>> byInterval(
      List<ConnectionEvent> events, List<Long> endsNanos) {
    Map<Integer, List<ConnectionEvent>> groups = new TreeMap<>();
    for (ConnectionEvent event : events) {
      int interval = 0;
      while (interval < endsNanos.size() && endsNanos.get(interval) < event.sinceStartNanos()) {
        interval++;
      }
      groups.computeIfAbsent(interval, i -> new ArrayList<>()).add(event);
    }
    return groups;
  }

  private static String name(RunEvent.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
