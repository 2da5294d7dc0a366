package dev.sluice.control.sink.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.format.Json;
import dev.sluice.control.sink.folder.Snapshots;
import dev.sluice.core.time.NanoClock;
import java.util.List;
import java.util.Map;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;

/** What the table of agents has of each. */
class LiveAgentsTest {

  @Test
  void anAgentIsShownWithWhatItDoesAndHowItIsHeard() {
    LiveAgents agents =
        new LiveAgents(
            () -> List.of(agent("b", "dead", false), agent("a", "running", true)),
            () -> List.of("refused a process of 10.0.0.1: it does not know the secret"),
            NanoClock.SYSTEM);
    agents.part("a", Snapshots.of("", 1, 5, 6, 7));
    agents.part("b", Snapshots.of("", 1, 5, 6, 7));
    Json json = new Json();
    agents.addTo(json);
    JSONObject shown = new JSONObject(json.toString());
    JSONObject first = shown.getJSONArray("agents").getJSONObject(0);
    assertThat(first.getString("agent")).isEqualTo("a");
    assertThat(first.getJSONObject("labels").getString("role")).isEqualTo("app");
    assertThat(first.getString("state")).isEqualTo("running");
    assertThat(first.getInt("workersUp")).isEqualTo(3);
    assertThat(first.getDouble("achievedPerSecond")).isEqualTo(3);
    assertThat(first.getDouble("clockAheadMillis")).isEqualTo(-1.5);
    assertThat(first.getDouble("clockErrorMillis")).isEqualTo(0.5);
    JSONObject second = shown.getJSONArray("agents").getJSONObject(1);
    assertThat(second.getString("state")).isEqualTo("dead");
    assertThat(second.getInt("workersUp")).isZero();
    assertThat(second.isNull("achievedPerSecond")).isTrue();
    assertThat(shown.getJSONArray("refused")).hasSize(1);
    assertThat(first.getDouble("cpuCores")).isEqualTo(0.5);
  }

  @Test
  void aRunWithoutAFleetHasNoTable() {
    Json json = new Json();
    LiveAgents.NONE.addTo(json);
    assertThat(json).hasToString("{}");
  }

  private static LiveAgents.Agent agent(String name, String state, boolean present) {
    return new LiveAgents.Agent(
        name,
        "host",
        Map.of("role", "app"),
        4,
        state,
        present,
        present,
        false,
        "",
        3,
        500_000,
        -1_500_000,
        NanoClock.SYSTEM.nanos());
  }
}
