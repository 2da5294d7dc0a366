package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two agents and a controller, three processes. What falls due while an agent stands still within
 * its lease is due to its harness; what falls due after leases have run out, because the controller
 * stands still, to agents that are missing. {@code -Dmixtures=40} plays more.
 */
@Tag("soak")
class MixturesOfTroubleInAFleetIT {

  private static final int MIXTURES = Integer.getInteger("mixtures", 2);
  private static final List<String> AGENTS = List.of("a1", "a2");

  @TempDir Path directory;

  @Test
  void whoStoodStillIsNamedFirst() throws Exception {
    Path plan =
        Files.writeString(
            directory.resolve("plan.yaml"),
            """
            providers:
              nothing: {type: "null"}
            workloads:
              senders: {type: send, queue: Q, threads: 8, total-rate: 400}
            """);
    try (LiveFleet fleet = new LiveFleet(directory, AGENTS)) {
      for (String name : AGENTS) {
        LiveFleet.awaitLine(fleet.agent(name), "waits for work");
      }
      for (int i = 0; i < MIXTURES; i++) {
        boolean ofAgent = i % 2 == 0;
        Path out = directory.resolve("out" + i);
        try (LiveProcess controller =
            fleet.run(plan, out, ofAgent ? "--lease 20s" : "--lease 3s")) {
          LiveFleet.awaitLine(controller, "the schedule starts");
          Thread.sleep(2_000); // for processes, which are real ones, time passes
          LiveProcess victim = ofAgent ? fleet.agent("a2") : controller;
          victim.signal("STOP");
          Thread.sleep(7_000);
          victim.signal("CONT");
          Thread.sleep(4_000);
          controller.interrupt();
          controller.exitCode(LiveFleet.PATIENCE);
          assertThat(RunSummary.read(out).workload("senders").getString("verdict"))
              .as("mixture %d: %s", i, controller)
              .isEqualTo(ofAgent ? "harness_limited" : "agents_missing");
        }
      }
    }
  }
}
