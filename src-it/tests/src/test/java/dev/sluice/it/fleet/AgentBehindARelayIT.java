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
import java.util.function.Consumer;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three agents and a controller that has the hub, four processes. The last agent reaches the hub by
 * a relay, which holds what is sent, or passes it on slowly.
 */
@Tag("soak")
class AgentBehindARelayIT {

  private static final List<String> OTHERS = List.of("a1", "a2");
  private static final String SLOW = "a3";
  private static final long SECOND = 1_000_000_000L;
  private static final int WORKERS = 9;
  private static final int PER_SECOND = 300;
  private static final int LEASE_SECONDS = 3;
  private static final int TROUBLE_SECONDS = 10;
  private static final int SLOW_BYTES_PER_SECOND = 500;

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
    Played played = play(FaultyNetwork::swallow);
    double wentOnSeconds = (played.held.lastBefore(played.healNanos) - played.fromNanos) / 1e9;
    int from = interval(played.all, played.fromNanos + 2 * LEASE_SECONDS * SECOND) + 1;
    int to = interval(played.all, played.healNanos) - 1;
    System.out.printf(
        Locale.ROOT,
        "it went on for %.2f s, and began again %.2f s after the network; the others have %.1f/s;"
            + " at most %.1f above the plan%n",
        wentOnSeconds,
        (played.held.firstAfter(played.healNanos) - played.healNanos) / 1e9,
        played.rows.duePerSecond("a[12]", from, to),
        played.all.mostAbove(PER_SECOND));
    assertThat(played.told)
        .contains("agent " + SLOW + " was silent until its lease ran out")
        .contains("agent " + SLOW + " is heard again")
        .contains("did nothing for");
    assertThat(wentOnSeconds).isLessThan(LEASE_SECONDS);
    assertThat(played.rows.duePerSecond("a[12]", from, to)).isCloseTo(PER_SECOND, within(9.0));
  }

  /** What the hub has for it piles up in its ring, and nobody waits for it. */
  @Test
  void whenItHearsAndIsHeardSlowlyTheOthersAreNotHeldUp() throws Exception {
    Played played = play(network -> network.limit(SLOW_BYTES_PER_SECOND));
    System.out.printf(
        Locale.ROOT, "at most %.1f above the plan%n", played.all.mostAbove(PER_SECOND));
    assertThat(played.told)
        .doesNotContain("agent a1 is silent")
        .doesNotContain("agent a2 is silent");
    assertThat(played.held.firstAfter(played.healNanos)).isGreaterThan(played.healNanos);
  }

  /** What was done and told of it. */
  private record Played(
      long fromNanos, long healNanos, Stamps held, Stamps all, AgentRows rows, String told) {}

  /** The network does something to the last agent for a while, and is well again. */
  private Played play(Consumer<FaultyNetwork> trouble) throws Exception {
    Path stamps = Files.createDirectories(directory.resolve("stamps"));
    Path plan =
        plan(
            Stamps.providers(
                ClientJar.of(StampingFactory.class, directory.resolve("stamping.jar")), stamps),
            "  senders: {type: send, queue: Q, threads: %d, total-rate: %d, catch-up: 200ms, agents: 3}"
                .formatted(WORKERS, PER_SECOND));
    try (LiveFleet fleet = new LiveFleet(directory, OTHERS);
        FaultyNetwork network = new FaultyNetwork(fleet.port());
        LiveProcess controller = started(fleet, network, plan, "--lease " + LEASE_SECONDS + "s")) {
      long fromNanos = System.nanoTime();
      trouble.accept(network);
      Thread.sleep(TROUBLE_SECONDS * 1_000);
      long healNanos = System.nanoTime();
      network.heal();
      Thread.sleep(2 * LEASE_SECONDS * 1_000); // in which it dials again
      JSONObject summary = ended(controller);
      Stamps all = Stamps.ofAll(stamps);
      AgentRows rows = AgentRows.of(directory.resolve("out"));
      for (String name : List.of("a1", "a2", SLOW)) {
        assertThat(Stamps.of(stamps, fleet.agent(name).pid()).count())
            .as(name)
            .isEqualTo((int) rows.sum(name, "done"));
      }
      rows.assertSumIs(summary);
      FleetMisfortunesIT.assertAccountIsClosed(summary.getJSONObject("wholeAccount"));
      assertThat(all.mostAbove(PER_SECOND)).isLessThan(CAUGHT_UP);
      Stamps held = Stamps.of(stamps, fleet.agent(SLOW).pid());
      return new Played(fromNanos, healNanos, held, all, rows, controller.toString());
    }
  }

  private static int interval(Stamps all, long nanos) {
    return (int) ((nanos - all.first()) / (SECOND / 2));
  }
}
