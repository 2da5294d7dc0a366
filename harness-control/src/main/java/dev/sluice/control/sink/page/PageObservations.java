package dev.sluice.control.sink.page;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.Observation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The readings of observers, as lines of charts. Pure functions. */
final class PageObservations {

  private static final double NANOS_PER_SECOND = 1e9;

  /** The contents of one line. */
  private record Line(String subject, String measure, String unit) {}

  private PageObservations() {}

  static List<Json> of(List<Observation> observations) {
    Map<Line, List<Observation>> lines = new LinkedHashMap<>();
    for (Observation each : observations) {
      lines
          .computeIfAbsent(
              new Line(each.subject(), each.measure(), each.unit()), l -> new ArrayList<>())
          .add(each);
    }
    List<Json> json = new ArrayList<>();
    lines.forEach(
        (line, values) ->
            json.add(
                new Json()
                    .put("subject", line.subject())
                    .put("measure", line.measure())
                    .put("unit", line.unit())
                    .put(
                        "t",
                        values.stream()
                            .map(v -> Csv.number(v.sinceStartNanos() / NANOS_PER_SECOND))
                            .toList())
                    .put("values", values.stream().map(v -> Csv.number(v.value())).toList())));
    return json;
  }
}
