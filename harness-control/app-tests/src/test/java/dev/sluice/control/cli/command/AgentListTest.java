package dev.sluice.control.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.fleet.protocol.Content;
import dev.sluice.control.fleet.protocol.Epoch;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentInfo;
import dev.sluice.control.fleet.protocol.FleetMessage.AgentStatus;
import dev.sluice.control.fleet.protocol.FleetMessage.Heartbeat;
import dev.sluice.control.fleet.protocol.MembershipProbe;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What {@code sluice agents} prints. */
class AgentListTest {

  private static final AgentList LIST =
      new AgentList(
          "perf",
          List.of(
              entry("app1", Map.of("role", "app"), AgentStatus.IDLE, "", 1_250_000),
              entry(
                  "app2-long",
                  Map.of(),
                  new AgentStatus(
                      AgentStatus.Phase.RUNNING, Map.of("send", 30, "receive", 2), Content.EMPTY),
                  "run-7",
                  -300_000)));

  private static MembershipProbe.Entry entry(
      String name, Map<String, String> labels, AgentStatus status, String task, long aheadNanos) {
    AgentInfo info = new AgentInfo(name, name + ".lan", "0.1.0", labels, 8, 4711);
    Heartbeat heartbeat =
        new Heartbeat(1, 0, 0, info, new Epoch(1, "c#1"), 1, status, task, 0, 0, Optional.empty());
    return new MembershipProbe.Entry(name + "#0", heartbeat, aheadNanos, 200_000);
  }

  @Test
  void aTableForPeople() {
    assertThat(LIST.text().lines())
        .containsExactly(
            "agent      host           cores  version  clock                   state                      labels",
            "app1       app1.lan       8      0.1.0    +1.3 ms (error 0.2 ms)  idle                       role=app",
            "app2-long  app2-long.lan  8      0.1.0    -0.3 ms (error 0.2 ms)  running run-7, 32 workers");
  }

  @Test
  void jsonForPrograms() {
    assertThat(LIST.json())
        .contains("\"fleet\": \"perf\"", "\"labels\": {", "\"role\": \"app\"")
        .contains("\"clockAheadMillis\": 1.25", "\"task\": \"run-7\"", "\"send\": 30");
  }
}
