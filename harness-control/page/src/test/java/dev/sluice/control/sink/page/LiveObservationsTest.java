package dev.sluice.control.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Json;
import dev.sluice.control.format.Observation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;

/** Readings stay few, and a line breaks where there is none. */
class LiveObservationsTest {

  private final LiveObservations observations = new LiveObservations(4);

  @Test
  void aLineBreaksWhereNothingWasRead() {
    add(1, Map.of("depth", 5.0));
    add(2, Map.of("other", 7.0));
    add(3, Map.of("depth", 6.0));
    assertThat(line("depth", 0)).isEqualTo(Arrays.asList(5, null, 6));
    assertThat(line("other", 0)).isEqualTo(Arrays.asList(null, 7, null));
    assertThat(line("depth", 2)).isEqualTo(List.of(6));
  }

  @Test
  void neighboursBecomeTheirMean() {
    assertThat(add(1, Map.of("depth", 5.0))).isFalse();
    add(2, Map.of("depth", 7.0));
    add(3, Map.of());
    add(3, Map.of("depth", 8.0, "other", 1.0));
    assertThat(add(4, Map.of("depth", 10.0))).isTrue();
    assertThat(observations.size()).isEqualTo(2);
    assertThat(line("depth", 0)).isEqualTo(List.of(6, 9));
    assertThat(line("other", 0)).isEqualTo(Arrays.asList(null, 1));
  }

  private boolean add(int second, Map<String, Double> values) {
    List<Observation> figures = new ArrayList<>();
    values.forEach(
        (name, value) ->
            figures.add(
                new Observation(Instant.EPOCH, second * 1_000_000_000L, name, "value", "", value)));
    return observations.add(figures);
  }

  private List<Object> line(String subject, int from) {
    Json json = new Json();
    observations.addTo(json, from);
    for (Object each : new JSONObject(json.toString()).getJSONArray("observations")) {
      JSONObject line = (JSONObject) each;
      if (line.getString("subject").equals(subject)) {
        return line.getJSONArray("values").toList();
      }
    }
    throw new AssertionError(json);
  }
}
