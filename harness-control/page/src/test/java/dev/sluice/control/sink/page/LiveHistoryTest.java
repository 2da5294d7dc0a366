package dev.sluice.control.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Json;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.result.Snapshot;
import org.json.JSONArray;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;

/** A run of any length stays small on its page, and nothing of it is lost in the sums. */
class LiveHistoryTest {

  private static final int MAX_POINTS = 8;

  @Test
  void pointsAreBoundedAndCountsAreKept() {
    LiveHistory history = new LiveHistory(MAX_POINTS);
    int joined = 0;
    for (int i = 1; i <= 100; i++) {
      joined += history.add(interval(i)) ? 1 : 0;
      assertThat(history.points()).isLessThan(MAX_POINTS);
    }
    history.end();
    assertThat(joined).isEqualTo(4);
    JSONObject page = page(history, 0);
    assertThat(page.getLong("intervals")).isEqualTo(100);
    assertThat(page.getInt("intervalsPerPoint")).isEqualTo(16);
    assertThat(page.getLong("missingIntervals")).isZero();
    JSONObject workload = page.getJSONArray("workloads").getJSONObject(0);
    long ofOne = total(page(once(), 0));
    assertThat(total(page)).isEqualTo(100 * ofOne);
    long inPoints = 0;
    JSONArray columns = workload.getJSONObject("heatMap").getJSONArray("columns");
    for (Object column : columns) {
      JSONArray pairs = (JSONArray) column;
      for (int i = 1; i < pairs.length(); i += 2) {
        inPoints += pairs.getLong(i);
      }
    }
    long inOne = 0;
    JSONArray pairs =
        page(once(), 0)
            .getJSONArray("workloads")
            .getJSONObject(0)
            .getJSONObject("heatMap")
            .getJSONArray("columns")
            .getJSONArray(0);
    for (int i = 1; i < pairs.length(); i += 2) {
      inOne += pairs.getLong(i);
    }
    assertThat(inPoints).isEqualTo(100 * inOne).isPositive(); // histograms were added
  }

  @Test
  void whatIsNewIsTheRestOfEveryRow() {
    LiveHistory history = new LiveHistory(MAX_POINTS);
    for (int i = 1; i <= 5; i++) {
      history.add(interval(i));
    }
    JSONObject whole = page(history, 0);
    JSONObject rest = page(history, 3);
    assertThat(rest.getJSONArray("endSeconds").toList())
        .isEqualTo(whole.getJSONArray("endSeconds").toList().subList(3, 5));
    assertThat(achieved(rest).toList()).isEqualTo(achieved(whole).toList().subList(3, 5));
  }

  private static LiveHistory once() {
    LiveHistory history = new LiveHistory(MAX_POINTS);
    history.add(interval(1));
    return history;
  }

  private static Snapshot interval(int number) {
    return Snapshots.of("P1", number, 60_000, 3_000_000, 120_000_000);
  }

  private static JSONObject page(LiveHistory history, int from) {
    Json json = new Json();
    history.addTo(json, from, 0);
    return new JSONObject(json.toString());
  }

  private static JSONArray achieved(JSONObject page) {
    return page.getJSONArray("workloads")
        .getJSONObject(0)
        .getJSONObject("series")
        .getJSONArray("achieved");
  }

  private static long total(JSONObject page) {
    return page.getJSONArray("workloads")
        .getJSONObject(0)
        .getJSONObject("total")
        .getLong("iterations");
  }
}
