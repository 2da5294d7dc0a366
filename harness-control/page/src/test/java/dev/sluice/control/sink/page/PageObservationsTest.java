package dev.sluice.control.sink.page;

import static dev.sluice.core.time.Nanos.NANOS_PER_SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Json;
import dev.sluice.control.format.Observation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;

class PageObservationsTest {

  private static Observation at(double seconds, String subject) {
    return new Observation(
        Instant.EPOCH, Math.round(seconds * NANOS_PER_SECOND), subject, "value", "", 10 * seconds);
  }

  private static List<Object> values(List<Observation> observations) {
    List<Json> lines = PageObservations.of(observations);
    assertThat(lines).hasSize(1);
    JSONObject line = new JSONObject(lines.get(0).toString());
    assertThat(line.getJSONArray("t").length()).isEqualTo(line.getJSONArray("values").length());
    List<Object> values = new ArrayList<>();
    JSONArray array = line.getJSONArray("values");
    for (int i = 0; i < array.length(); i++) {
      values.add(array.isNull(i) ? null : array.getDouble(i));
    }
    return values;
  }

  @Test
  void aLineBreaksWhereReadingsFailed() {
    List<Observation> readings = new ArrayList<>();
    for (int second = 1; second <= 8; second++) {
      if (second != 4 && second != 5) {
        readings.add(at(second, "mqhost1"));
      }
    }
    assertThat(values(readings)).containsExactly(10.0, 20.0, 30.0, null, 60.0, 70.0, 80.0);
  }

  /** As those of two hosts that were merged. */
  @Test
  void oneWithReadingsInPairsDoesNot() {
    List<Observation> readings = new ArrayList<>();
    for (int second = 1; second <= 8; second++) {
      readings.add(at(second, "harness"));
      readings.add(at(second + 0.1, "harness"));
    }
    assertThat(values(readings)).hasSize(16).doesNotContainNull();
  }
}
