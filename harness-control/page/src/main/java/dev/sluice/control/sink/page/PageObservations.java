package dev.sluice.control.sink.page;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;

import dev.sluice.control.format.Csv;
import dev.sluice.control.format.Json;
import dev.sluice.control.format.Observation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The readings of observers, as lines of charts, which break at gaps. Pure functions. */
final class PageObservations {

  /** A reading that comes this much later than usual comes after one that failed. */
  private static final double LONGER_THAN_USUAL = 1.75;

  /** The contents of one line. */
  record Line(String subject, String measure, String unit) {

    static Line of(Observation reading) {
      return new Line(reading.subject(), reading.measure(), reading.unit());
    }

    Json json() {
      return new Json().put("subject", subject).put("measure", measure).put("unit", unit);
    }
  }

  private PageObservations() {}

  static List<Json> of(List<Observation> observations) {
    Map<Line, List<Observation>> lines = new LinkedHashMap<>();
    for (Observation each : observations) {
      if (!each.measure()
          .equals(Observation.CPU_SHARE)) { // the processors that were busy say as much
        lines.computeIfAbsent(Line.of(each), l -> new ArrayList<>()).add(each);
      }
    }
    return lines.entrySet().stream().map(each -> json(each.getKey(), each.getValue())).toList();
  }

  private static Json json(Line line, List<Observation> readings) {
    double longestUsual = LONGER_THAN_USUAL * usualSeconds(readings);
    List<BigDecimal> times = new ArrayList<>();
    List<BigDecimal> values = new ArrayList<>();
    for (int i = 0; i < readings.size(); i++) {
      if (i > 0 && secondsBefore(readings, i) > longestUsual) {
        times.add(Csv.number(seconds(readings.get(i - 1)) + longestUsual));
        values.add(null); // where a line breaks
      }
      times.add(Csv.number(seconds(readings.get(i))));
      values.add(Csv.number(readings.get(i).value()));
    }
    return line.json().put("t", times).put("values", values);
  }

  /** The time between readings that three of four do not exceed: gaps are few. */
  private static double usualSeconds(List<Observation> readings) {
    double[] between =
        IntStream.range(1, readings.size())
            .mapToDouble(i -> secondsBefore(readings, i))
            .sorted()
            .toArray();
    return between.length == 0 ? 0 : between[between.length * 3 / 4];
  }

  private static double secondsBefore(List<Observation> readings, int i) {
    return seconds(readings.get(i)) - seconds(readings.get(i - 1));
  }

  private static double seconds(Observation reading) {
    return reading.sinceStartNanos() / NANOS_PER_SECOND;
  }
}
