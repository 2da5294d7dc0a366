package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.nemesis.FaultyNetwork;
import dev.sluice.it.run.ClientJar;
import dev.sluice.it.run.RunSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three agents and a controller that has the hub, four processes. The last agent reaches the hub by
 * a relay, which holds what is sent.
 */
@Tag("soak")
class AgentBehindARelayIT {

  private static final List<String> OTHERS = List.of("a1", "a2");
  private static final String SLOW = "a3";
  private static final long SECOND = 1_000_000_000L;
  private static final int WORKERS = 9;
  private static final int PER_SECOND = 300;
  private static final int LEASE_SECONDS = 3;
  private static final int HELD_SECONDS = 10;

  /** What all workers make up after a standstill, and what they are inside of. */
  private static final double CAUGHT_UP = PER_SECOND * 0.2 + WORKERS;

  @TempDir Path directory;

  private Path plan(String providers, String workloads) throws IOException {
    return Files.writeString(
        directory.resolve("plan.yaml"),
        """
        %s
        workloads:
        %s
        run: {interval: 500ms}
        steps:
          - exec: while [ ! -e %s ]; do sleep 0.2; done
            timeout: 1h
        """
            .formatted(providers, workloads, end()));
  }

  /** The file that ends a run. */
  private Path end() {
    return directory.resolve("end");
  }

  private LiveProcess started(LiveFleet fleet, FaultyNetwork network, Path plan, String more)
      throws Exception {
    fleet.startAt(network.port(), SLOW);
    LiveProcess controller = fleet.run(plan, directory.resolve("out"), more);
    LiveFleet.awaitLine(controller, "the schedule starts");
    Thread.sleep(3_000); // for processes, which are real ones, time passes
    return controller;
  }

  private JSONObject ended(LiveProcess controller) throws Exception {
    Files.createFile(end());
    assertThat(controller.exitCode(LiveFleet.PATIENCE)).as("%s", controller).isZero();
    return RunSummary.read(directory.resolve("out")).workload("senders");
  }

  @Test
  void heldForLongerThanItsLeaseItStopsAndWhatItDidIsAdded() throws Exception {
    Path stamps = Files.createDirectories(directory.resolve("stamps"));
    Path plan =
        plan(
            Stamps.providers(
                ClientJar.of(StampingFactory.class, directory.resolve("stamping.jar")), stamps),
            "  senders: {type: send, queue: Q, threads: %d, total-rate: %d, catch-up: 200ms, agents: 3}"
                .formatted(WORKERS, PER_SECOND));
    long heldNanos;
    long healNanos;
    JSONObject summary;
    Stamps held;
    try (LiveFleet fleet = new LiveFleet(directory, OTHERS);
        FaultyNetwork network = new FaultyNetwork(fleet.port());
        LiveProcess controller = started(fleet, network, plan, "--lease " + LEASE_SECONDS + "s")) {
      heldNanos = System.nanoTime();
      network.swallow();
      Thread.sleep(HELD_SECONDS * 1_000);
      healNanos = System.nanoTime();
      network.heal();
      LiveFleet.awaitLine(controller, "agent " + SLOW + " is heard again");
      Thread.sleep(5_000);
      summary = ended(controller);
      held = Stamps.of(stamps, fleet.agent(SLOW).pid());
      assertThat(controller.toString())
          .contains("agent " + SLOW + " was silent until its lease ran out")
          .contains("did nothing for");
      for (String name : List.of("a1", "a2", SLOW)) {
        assertThat(Stamps.of(stamps, fleet.agent(name).pid()).count())
            .as(name)
            .isEqualTo((int) AgentRows.of(directory.resolve("out")).sum(name, "done"));
      }
    }
    AgentRows rows = AgentRows.of(directory.resolve("out"));
    Stamps all = Stamps.ofAll(stamps);
    double wentOnSeconds = (held.lastBefore(healNanos) - heldNanos) / 1e9;
    int from = interval(all, heldNanos + 2 * LEASE_SECONDS * SECOND) + 1;
    int to = interval(all, healNanos) - 1;
    System.out.printf(
        Locale.ROOT,
        "it went on for %.2f s, and began again %.2f s after the network; the others have %.1f/s;"
            + " at most %.1f above the plan%n",
        wentOnSeconds,
        (held.firstAfter(healNanos) - healNanos) / 1e9,
        rows.duePerSecond("a[12]", from, to),
        all.mostAbove(PER_SECOND));
    assertThat(wentOnSeconds).isLessThan(LEASE_SECONDS);
    assertThat(rows.duePerSecond("a[12]", from, to)).isCloseTo(PER_SECOND, within(9.0));
    rows.assertSumIs(summary);
    FleetMisfortunesIT.assertAccountIsClosed(summary.getJSONObject("wholeAccount"));
    assertThat(all.mostAbove(PER_SECOND)).isLessThan(CAUGHT_UP);
  }

  private static int interval(Stamps all, long nanos) {
    return (int) ((nanos - all.first()) / (SECOND / 2));
  }
}
