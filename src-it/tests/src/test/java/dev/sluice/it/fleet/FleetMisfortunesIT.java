package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.ClientJar;
import dev.sluice.it.run.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Schedules of misfortunes, chosen by a seed, which befall three agents and a controller, four
 * processes, while the plan goes up and down. By hand: {@code -Dfleet.misfortunes=100}, and perhaps
 * {@code -Dfleet.misfortunes.seed=17}. As root, {@code -Dfleet.cut=true} cuts the network too.
 */
@EnabledIfSystemProperty(named = "fleet.misfortunes", matches = "\\d+")
class FleetMisfortunesIT {

  private static final List<String> AGENTS = List.of("a1", "a2", "a3");
  private static final String BEHIND_THE_NETWORK = "a3";
  private static final int SCHEDULES = Integer.getInteger("fleet.misfortunes", 0);
  private static final long FIRST_SEED = Long.getLong("fleet.misfortunes.seed", 1);
  private static final long END_SEED = FIRST_SEED + SCHEDULES;
  private static final boolean CUTS = Boolean.getBoolean("fleet.cut");
  private static final int WORKERS = 9;
  private static final int MOST_PER_SECOND = 300;

  /** What all workers make up after a standstill, and what they are inside of. */
  private static final double CAUGHT_UP = MOST_PER_SECOND * 0.2 + WORKERS;

  /**
   * A standstill is made up by the rate that an agent knows. If that was raised meanwhile, what the
   * new rate made due within the catch-up is made up too, as soon as the agent hears of it. Late
   * shares are limited by the catch-up ({@code LateShareTest}), but each agent that hears late has
   * one of its own, and after a standstill of the host all of them do.
   */
  private static final double MOST_ABOVE = 2 * CAUGHT_UP;

  /** It is never above the most. */
  private static final String CHANGES =
      """
        - wait: 3s
        - rate: 15 # of each worker
          workload: senders
        - wait: 3s
        - rate: 33.333
          workload: senders
        - wait: 3s
        - rate: 20
          workload: senders
        - wait: 3s
        - rate: 33.333
          workload: senders
      """;

  private static final String WITHOUT = "without any figures of ";

  @TempDir Path directory;

  private final List<String> wrong = new ArrayList<>();

  @Test
  void whateverHappensTheSumIsNeverAboveThePlan() throws Exception {
    try (CuttableNetwork network = CUTS ? new CuttableNetwork() : null) {
      long seed = FIRST_SEED;
      while (seed < END_SEED) {
        seed = playUntilOneIsWrong(seed, network);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** A fleet of which a schedule went wrong may not be able to play another one. */
  private long playUntilOneIsWrong(long firstSeed, CuttableNetwork network) throws Exception {
    int wrongBefore = wrong.size();
    long seed = firstSeed;
    try (LiveFleet fleet = new LiveFleet(directory, AGENTS, Optional.ofNullable(network))) {
      for (String name : AGENTS) {
        LiveFleet.awaitLine(fleet.agent(name), "waits for work");
      }
      for (; seed < END_SEED && wrong.size() == wrongBefore; seed++) {
        Schedule schedule = new Schedule(seed, fleet, network);
        try {
          schedule.play();
        } catch (AssertionError | Exception e) {
          System.out.println("seed " + seed + ": WRONG " + schedule + ": " + e.getMessage());
          wrong.add("seed " + seed + ": " + schedule + ": " + e);
        } finally {
          schedule.controller.close();
        }
      }
    }
    return seed;
  }

  /** One run, and what befalls it. */
  private final class Schedule {

    private final long seed;
    private final Random random;
    private final LiveFleet fleet;
    private final CuttableNetwork network;
    private final Path folder;
    private final Path stamps;
    private final List<String> story = new ArrayList<>();
    private final Set<String> killed = new HashSet<>();
    private LiveProcess controller;
    private Path out;
    private boolean followed;
    private boolean killedSince; // in the reign of this controller

    Schedule(long seed, LiveFleet fleet, CuttableNetwork network) throws Exception {
      this.seed = seed;
      this.random = new Random(seed);
      this.fleet = fleet;
      this.network = network;
      folder = Files.createDirectories(directory.resolve("seed" + seed));
      stamps = Files.createDirectories(folder.resolve("stamps"));
      out = folder.resolve("out");
      controller = fleet.run(plan(), out, "--lease 3s");
    }

    private Path plan() throws Exception {
      return Files.writeString(
          folder.resolve("plan.yaml"),
          """
          %s
          workloads:
            senders:
              {type: send, queue: Q, threads: %d, total-rate: %d, catch-up: 200ms, agents: 3}
          run: {interval: 500ms}
          steps:
          %s  - exec: while [ ! -e %s ]; do sleep 0.2; done
              timeout: 1h
          """
              .formatted(
                  Stamps.providers(
                      ClientJar.of(StampingFactory.class, folder.resolve("stamping.jar")), stamps),
                  WORKERS,
                  MOST_PER_SECOND,
                  CHANGES.repeat(2),
                  end()));
    }

    /** The file that ends the run. */
    private Path end() {
      return folder.resolve("end");
    }

    void play() throws Exception {
      LiveFleet.awaitLine(controller, "the schedule starts");
      for (int i = 0; i < 3; i++) {
        Thread.sleep(random.nextInt(2_000)); // for processes, which are real ones, time passes
        befall(AGENTS.get(random.nextInt(AGENTS.size())), i);
      }
      Thread.sleep(4_000);
      Files.createFile(end());
      judge(controller.exitCode(LiveFleet.PATIENCE));
    }

    private void befall(String agent, int number) throws Exception {
      switch (random.nextInt(network == null ? 5 : 7)) {
        case 0, 1 -> {
          int lasts = told("kill " + agent, 4_000);
          killed.add(agent);
          killedSince = true;
          fleet.agent(agent).signal("KILL");
          Thread.sleep(lasts);
          LiveFleet.awaitLine(fleet.start(agent), "waits for work");
        }
        case 2, 3 -> {
          int lasts = told("suspend " + agent, 9_000);
          fleet.agent(agent).signal("STOP");
          Thread.sleep(lasts);
          fleet.agent(agent).signal("CONT");
        }
        case 4 -> {
          int lasts = told("kill the controller", 4_000);
          followed = true;
          killedSince = false;
          controller.signal("KILL");
          Thread.sleep(lasts);
          out = folder.resolve("out" + number);
          controller = fleet.attach(out);
          LiveFleet.awaitLine(controller, "continues the run of another one");
        }
        default -> {
          int lasts = told("cut off " + BEHIND_THE_NETWORK, 9_000);
          network.cut();
          Thread.sleep(lasts);
          network.heal();
        }
      }
    }

    /** How long it lasts, from a second on. */
    private int told(String what, int moreMillis) {
      int lasts = 1_000 + random.nextInt(moreMillis);
      story.add(what + " " + lasts);
      return lasts;
    }

    private void judge(int exitCode) throws Exception {
      Stamps all = Stamps.ofAll(stamps);
      AgentRows rows = AgentRows.of(out);
      JSONObject summary = RunSummary.read(out).workload("senders");
      Stamps.Window most = all.most(MOST_PER_SECOND);
      System.out.printf(
          Locale.ROOT,
          "seed %d: %s: exit code %d, sent %d, counted %d, at most %.1f above the plan in %.1f ms",
          seed,
          story,
          exitCode,
          all.count(),
          summary.getInt("done"),
          most.above(),
          (most.toNanos() - most.fromNanos()) / 1e6);
      for (String name : AGENTS) {
        System.out.printf(", %d of %s", stampsOf(name).in(most), name);
      }
      System.out.println();
      assertThat(most.above()).isLessThan(MOST_ABOVE);
      rows.assertSumIs(summary);
      assertAccountIsClosed(summary.getJSONObject("wholeAccount"));
      assertThat(summary.getInt("done")).isLessThanOrEqualTo(all.count());
      String missing = missing();
      for (String name : AGENTS) {
        if (!killed.contains(name) && !missing.contains(name)) {
          assertThat(stampsOf(name).count()).as(name).isEqualTo((int) rows.sum(name, "done"));
        }
      }
      boolean lost = killedSince || !missing.isEmpty();
      if (lost || !followed || killed.isEmpty()) { // else it may be known, or not
        assertThat(exitCode).as("exit code of %s", controller).isEqualTo(lost ? 1 : 0);
      }
    }

    /** The agents that a controller which took over did not hear, as its verdict names them. */
    private String missing() {
      return controller.lines().stream()
          .filter(line -> line.contains(WITHOUT))
          .map(line -> line.substring(line.indexOf(WITHOUT) + WITHOUT.length()))
          .collect(Collectors.joining(" "));
    }

    private Stamps stampsOf(String name) throws Exception {
      return Stamps.of(stamps, fleet.agent(name).pid());
    }

    @Override
    public String toString() {
      return story + " with " + controller;
    }
  }

  static void assertAccountIsClosed(JSONObject account) {
    long in =
        account.getLong("due")
            + account.getLong("unscheduled")
            + account.getLong("unfinishedBefore");
    long ended =
        account.getLong("done")
            + account.getLong("rolledBack")
            + account.getLong("failed")
            + account.getLong("inDoubt")
            + account.getLong("foundNothing")
            + account.getLong("dropped")
            + account.getLong("inFlight")
            + account.getLong("overdue");
    assertThat(ended).as("%s", account).isEqualTo(in);
  }
}
