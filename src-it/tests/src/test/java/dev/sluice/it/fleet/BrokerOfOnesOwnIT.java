package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.fleet.OwnBroker.Kind;
import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.nemesis.FaultyNetwork;
import dev.sluice.it.run.ClientJar;
import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.RunSummary;
import dev.sluice.mqsim.client.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two agents and a controller, three processes, which meet at a broker that people have, or a pair
 * of them. What they do while that dies, stands still or falls apart is judged by what the provider
 * saw.
 */
@Tag("soak")
class BrokerOfOnesOwnIT {

  private static final List<String> AGENTS = List.of("a1", "a2");
  private static final long SECOND = 1_000_000_000L;
  private static final int PER_SECOND = 200;
  private static final int WORKERS = 6;

  /** What all workers make up after a standstill, and what they are inside of. */
  private static final double CAUGHT_UP = PER_SECOND * 0.2 + WORKERS;

  private static final int LEASE_SECONDS = 5;
  private static final String LEASE = "--lease " + LEASE_SECONDS + "s";

  /** A lease, and what a busy host takes to dial. */
  private static final long MOST_WAITING_NANOS = 2 * LEASE_SECONDS * SECOND;

  @TempDir Path directory;

  @Test
  void agentsActOnWhileTheBrokerIsReplacedWithinALease() throws Exception {
    int port = FreePorts.take();
    try (OwnBroker broker = OwnBroker.alone(store(), port);
        Play play = new Play("--lease 30s", broker)) {
      broker.kill();
      Thread.sleep(2_000); // for processes, which are real ones, time passes
      try (OwnBroker again = OwnBroker.alone(store(), port)) {
        for (String name : AGENTS) {
          LiveFleet.awaitLine(play.controller, "agent " + name + " is heard again");
        }
        play.goesOn(again.liveNanos());
        play.end();
        assertThat(play.controller.toString())
            .doesNotContain("did nothing for", "lease ran out", "another controller");
      }
    }
  }

  @Test
  void agentsStopWhileTheBrokerIsAwayForLongerAndGoOn() throws Exception {
    int port = FreePorts.take();
    try (OwnBroker broker = OwnBroker.alone(store(), port);
        Play play = new Play(LEASE, broker)) {
      broker.kill();
      long stoppedNanos = System.nanoTime() + LEASE_SECONDS * SECOND;
      Thread.sleep((LEASE_SECONDS + 2) * 1_000); // for processes, which are real ones, time passes
      try (OwnBroker again = OwnBroker.alone(store(), port)) {
        play.goesOn(again.liveNanos());
        play.end();
        assertThat(play.stamps().firstAfter(stoppedNanos)).isGreaterThan(again.liveNanos());
        assertThat(play.controller.toString())
            .contains("did nothing for")
            .doesNotContain("another controller");
      }
    }
  }

  @Test
  void theRunGoesOnAtTheBackupOfASharedStore() throws Exception {
    List<Integer> ports = FreePorts.take(2);
    try (OwnBroker primary = shared(Kind.SHARED, ports);
        OwnBroker backup = shared(Kind.SHARED_BACKUP, ports);
        Play play = new Play(LEASE, primary, backup)) {
      primary.kill();
      play.goesOn(backup.liveNanos());
      play.end();
    }
  }

  /** It holds the lock of the store until it goes on, or is killed. */
  @ParameterizedTest
  @ValueSource(strings = {"CONT", "KILL"})
  void theRunGoesOnAfterTheLiveOneOfASharedStoreStoodStill(String then) throws Exception {
    List<Integer> ports = FreePorts.take(2);
    try (OwnBroker primary = shared(Kind.SHARED, ports);
        OwnBroker backup = shared(Kind.SHARED_BACKUP, ports);
        Play play = new Play(LEASE, primary, backup)) {
      primary.signal("STOP");
      Thread.sleep(15_000); // for processes, which are real ones, time passes
      primary.signal(then);
      play.goesOn(then.equals("CONT") ? System.nanoTime() : backup.liveNanos());
      play.end();
    }
  }

  @Test
  void nobodyActsWhileBothOfAReplicatedPairAnswer() throws Exception {
    List<Integer> ports = FreePorts.take(2);
    Path copy = directory.resolve("copy");
    try (FaultyNetwork toPrimary = new FaultyNetwork(ports.get(0));
        FaultyNetwork toReplica = new FaultyNetwork(ports.get(1));
        OwnBroker primary =
            OwnBroker.of(
                Kind.REPLICATED, store(), ports.get(0), toPrimary.port(), toReplica.port());
        OwnBroker replica =
            OwnBroker.of(Kind.REPLICA, copy, ports.get(1), toReplica.port(), toPrimary.port());
        Play play = new Play(LEASE, primary, replica)) {
      replica.awaitCopy();
      toPrimary.cut();
      toReplica.cut();
      replica.liveNanos();
      LiveFleet.awaitLine(play.controller, "split brain");
      for (String name : AGENTS) {
        LiveFleet.awaitLine(play.fleet.agent(name), "split brain");
      }
      long splitNanos = System.nanoTime() + SECOND; // what has begun may end
      Thread.sleep(2_000 * LEASE_SECONDS);
      long oneNanos = System.nanoTime();
      replica.kill();
      LiveFleet.awaitLine(play.controller, "one hub answers again");
      play.goesOn(oneNanos);
      play.end();
      assertThat(play.stamps().firstAfter(splitNanos)).isGreaterThan(oneNanos);
    }
  }

  @Test
  void aControllerThatWakesAfterItsLeaseTellsNothingThatItReads() throws Exception {
    Path later = directory.resolve("second");
    try (OwnBroker broker = OwnBroker.alone(store(), FreePorts.take());
        Play play = new Play(LEASE, broker);
        LiveProcess first = play.controller) {
      first.signal("STOP");
      Stamps before = play.stamps();
      play.controller = play.fleet.attach(later);
      LiveFleet.awaitLine(play.controller, "continues the run of another one");
      Thread.sleep(3_000); // for processes, which are real ones, time passes
      first.signal("CONT");
      LiveFleet.awaitLine(first, "stood still for");
      Thread.sleep(5_000);
      play.out = later;
      play.end();
      LiveFleet.awaitLine(first, "leads the fleet now");
      assertThat(first.exitCode(LiveFleet.PATIENCE)).isOne();
      assertThat(Files.readAllLines(play.once)).as("steps played by one of them").hasSize(1);
      Path out = directory.resolve("first");
      JSONObject summary = RunSummary.read(out).workload("senders");
      AgentRows.of(out).assertSumIs(summary);
      assertThat(summary.getInt("done")).isLessThanOrEqualTo(before.count());
      long last = 1 + (before.last() - before.first()) / (SECOND / 2);
      assertThat(AgentRows.of(out).intervals()).allMatch(number -> number <= last);
    }
  }

  private Path store() {
    return directory.resolve("store");
  }

  private OwnBroker shared(Kind kind, List<Integer> ports) throws IOException {
    int mine = ports.get(kind == Kind.SHARED ? 0 : 1);
    int other = ports.get(kind == Kind.SHARED ? 1 : 0);
    return OwnBroker.of(kind, store(), mine, mine, other);
  }

  /** A run of six senders with 200 messages a second, from a while after its start on. */
  private final class Play implements AutoCloseable {

    private final LiveFleet fleet;
    private final Path folder = Files.createDirectories(directory.resolve("stamps"));
    private final Path end = directory.resolve("end");
    private final Path once = directory.resolve("once");
    private LiveProcess controller;
    private Path out = directory.resolve("first");

    /**
     * @param brokers the first is live
     */
    Play(String lease, OwnBroker... brokers) throws Exception {
      brokers[0].liveNanos();
      fleet = new LiveFleet(directory, AGENTS, OwnBroker.dialled(directory, brokers));
      controller = fleet.run(plan(), out, lease);
      LiveFleet.awaitLine(controller, "the schedule starts");
      Thread.sleep(3_000); // for processes, which are real ones, time passes
    }

    private Path plan() throws Exception {
      return Files.writeString(
          directory.resolve("plan.yaml"),
          """
          %s
          workloads:
            senders:
              {type: send, queue: Q, threads: %d, total-rate: %d, catch-up: 200ms, agents: 2}
          run: {interval: 500ms}
          steps:
            - exec: while [ ! -e %s ]; do sleep 0.2; done
              timeout: 1h
            - exec: echo played >> %s
          """
              .formatted(
                  Stamps.providers(
                      ClientJar.of(StampingFactory.class, directory.resolve("stamping.jar")),
                      folder),
                  WORKERS,
                  PER_SECOND,
                  end,
                  once));
    }

    Stamps stamps() throws Exception {
      return Stamps.ofAll(folder);
    }

    /** Agents that had stopped send again after a broker answers; says when, whatever the host. */
    void goesOn(long liveNanos) throws Exception {
      long wellNanos = liveNanos + MOST_WAITING_NANOS;
      Thread.sleep(Math.max(0, (wellNanos - System.nanoTime()) / 1_000_000));
      assertThat(Eventually.holds(LiveFleet.PATIENCE, () -> stamps().last() > wellNanos))
          .as("goes on: %s", controller)
          .isTrue();
      // what begins later is a host that stands still
      long againNanos = stamps().endOfLastPause(SECOND, liveNanos + LEASE_SECONDS * SECOND);
      double againSeconds = (againNanos - liveNanos) / 1e9;
      System.out.printf(Locale.ROOT, "sends again %.2f s after a broker answers%n", againSeconds);
    }

    /** Ends it; its figures are complete, and the plan was kept. */
    void end() throws Exception {
      Files.createFile(end);
      int exitCode = controller.exitCode(LiveFleet.PATIENCE);
      JSONObject summary = RunSummary.read(out).workload("senders");
      JSONObject account = summary.getJSONObject("wholeAccount");
      double above = stamps().mostAbove(PER_SECOND);
      System.out.printf(
          Locale.ROOT,
          "exit code %d, %s: %s; at most %.1f above the plan%n",
          exitCode,
          summary.getString("verdict"),
          account,
          above);
      assertThat(exitCode).as("%s", controller).isZero();
      assertThat(stamps().count()).as("%s", controller).isEqualTo(summary.getInt("done"));
      AgentRows.of(out).assertSumIs(summary);
      FleetMisfortunesIT.assertAccountIsClosed(account);
      assertThat(above).isLessThan(CAUGHT_UP);
    }

    @Override
    public void close() {
      controller.close();
      fleet.close();
    }
  }
}
