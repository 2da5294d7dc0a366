package dev.sluice.control.sink.page;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.EventJson.RecordedEvents;
import dev.sluice.control.format.Json;
import dev.sluice.control.sink.console.ConnectionLines;
import dev.sluice.core.bus.ConnectionEvent;
import dev.sluice.core.bus.RunEvent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The time line of a page: what happened to connections is summed up by interval. */
final class PageEvents {

  /** One line of it. */
  record Line(long sinceStartNanos, RunEvent.Kind kind, String text) {

    static Line of(RunEvent event) {
      String subject = event.workload().isEmpty() ? "" : event.workload() + ": ";
      return new Line(event.sinceStartNanos(), event.kind(), subject + event.text());
    }

    /** What happened to connections in one interval. */
    static List<Line> of(List<ConnectionEvent> changes) {
      return ConnectionLines.of(changes).stream()
          .map(text -> new Line(changes.get(0).sinceStartNanos(), RunEvent.Kind.CONNECTION, text))
          .toList();
    }

    Json json() {
      return new Json().put("t", Csv.seconds(sinceStartNanos)).put("kind", kind).put("text", text);
    }
  }

  private PageEvents() {}

  /**
   * Lines in the order of time.
   *
   * @param endsNanos when intervals ended, in nanoseconds since the start
   */
  static List<Json> of(RecordedEvents events, List<Long> endsNanos) {
    List<Line> lines = new ArrayList<>();
    events.run().forEach(event -> lines.add(Line.of(event)));
    events.connections().stream()
        .collect(
            Collectors.groupingBy(
                event ->
                    endsNanos.stream().takeWhile(end -> end < event.sinceStartNanos()).count()))
        .values()
        .forEach(changes -> lines.addAll(Line.of(changes)));
    lines.sort(Comparator.comparingLong(Line::sinceStartNanos));
    return lines.stream().map(Line::json).toList();
  }
}
