package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.it.fleet.ToldSchedule.Excess;
import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Schedules of three misfortunes, chosen by a seed, which befall three agents and a controller that
 * has the hub, four processes, while the plan goes up and down. They are judged by what arrived at
 * a broker. {@code -Dschedules=60} plays more, {@code -Dseed=17} begins with another one; of 64 in
 * a row each has another order of kinds.
 */
@Tag("soak")
class FleetMisfortunesIT {

  private static final List<String> AGENTS = List.of("a1", "a2", "a3");
  private static final String CONTROLLER = "the controller";
  private static final int SCHEDULES = Integer.getInteger("schedules", 3);
  private static final long FIRST_SEED = Long.getLong("seed", 1);
  private static final long END_SEED = FIRST_SEED + SCHEDULES;
  private static final int MISFORTUNES = 3;
  private static final int WORKERS = 9;
  private static final int MOST_PER_SECOND = 300;
  private static final int LEASE_SECONDS = 3;

  /**
   * What may be due too often or not at all: shares begin and end by clocks that are known to 20
   * ms, twice for each misfortune, and each worker is inside of one iteration.
   */
  private static final double INEXACT = MISFORTUNES * 2 * 0.02 * MOST_PER_SECOND + WORKERS;

  /** What all workers make up after a standstill, and what they are inside of. */
  private static final double CAUGHT_UP = MOST_PER_SECOND * 0.2 + WORKERS;

  /**
   * In a window that begins after a standstill. It is made up by the rate that an agent knows. If
   * that was raised meanwhile, what the new rate made due within the catch-up is made up too, as
   * soon as the agent hears of it.
   */
  private static final double MOST_IN_A_WINDOW = 2 * CAUGHT_UP;

  /** An agent that stands still does what the old rate made due before it hears of a lower one. */
  private static final double MOST_ABOVE = INEXACT + CAUGHT_UP;

  /** The rates of each worker, for three seconds each, after as long with the most. */
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

  private static final String FOLLOWS = "continues the run of another one";
  private static final String WITHOUT = "without any figures of ";
  private static final Pattern UNASSIGNED = Pattern.compile("agents missing: (\\d+) iterations.*");
  private static final Pattern UNASSIGNED_PART = Pattern.compile(".*agents missing: ([\\d.]+) %.*");

  private static final Predicate<String> SAYS_WHY =
      Pattern.compile(
              "its share goes to the rest|its figures are missing|did nothing for|the run stood still for|its clock")
          .asPredicate();

  /** What happens to a process. */
  private enum Kind {
    AGENT_KILLED("kill", true, 1_000, 5_000),
    AGENT_SUSPENDED("suspend", true, 1_000, 10_000),
    CONTROLLER_SUSPENDED("suspend", false, 1_000, 10_000),
    CONTROLLER_KILLED("kill", false, 1_000, 5_000);

    private final String verb;
    private final boolean ofAgent;
    private final int leastMillis;
    private final int mostMillis;

    Kind(String verb, boolean ofAgent, int leastMillis, int mostMillis) {
      this.verb = verb;
      this.ofAgent = ofAgent;
      this.leastMillis = leastMillis;
      this.mostMillis = mostMillis;
    }
  }

  /**
   * What happens to whom, and when. Times are milliseconds since the schedule started.
   *
   * @param endMillis when it goes on, is started again, or is followed
   */
  private record Misfortune(Kind kind, String victim, int beginMillis, int endMillis) {

    /** A process that was started or followed is given some seconds. */
    private static final int RECOVERY_MILLIS = 6_000;

    /** All of a seed; they may overlap if they befall others. */
    static List<Misfortune> of(long seed) {
      Random random = new Random(seed);
      long order = Math.floorMod(seed * 37, 64);
      List<Misfortune> all = new ArrayList<>();
      int beginMillis = 1_000;
      for (int i = 0; i < MISFORTUNES; i++) {
        Kind kind = List.of(Kind.values()).get((int) (order >> (2 * i)) & 3);
        String victim = kind.ofAgent ? AGENTS.get(random.nextInt(AGENTS.size())) : CONTROLLER;
        beginMillis += random.nextInt(4_000);
        for (Misfortune before : all) {
          if (before.victim.equals(victim)) {
            beginMillis = Math.max(beginMillis, before.endMillis + RECOVERY_MILLIS);
          }
        }
        int lastsMillis = random.nextInt(kind.leastMillis, kind.mostMillis);
        all.add(new Misfortune(kind, victim, beginMillis, beginMillis + lastsMillis));
      }
      return all;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s %s %.1f to %.1f s",
          kind.verb,
          victim,
          beginMillis / 1e3,
          endMillis / 1e3);
    }
  }

  @TempDir Path directory;

  private final List<String> wrong = new ArrayList<>();

  @Test
  void whateverHappensTheSumIsNeverAboveThePlan() throws Exception {
    try (CountingBroker broker = new CountingBroker()) {
      long seed = FIRST_SEED;
      while (seed < END_SEED) {
        seed = playUntilOneIsWrong(seed, broker);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** A fleet of which a schedule went wrong may not be able to play another one. */
  private long playUntilOneIsWrong(long firstSeed, CountingBroker broker) throws Exception {
    int wrongBefore = wrong.size();
    long seed = firstSeed;
    Path folder = Files.createDirectories(directory.resolve("fleet" + firstSeed));
    try (LiveFleet fleet = new LiveFleet(folder, AGENTS)) {
      for (String name : AGENTS) {
        LiveFleet.awaitLine(fleet.agent(name), "waits for work");
      }
      for (; seed < END_SEED && wrong.size() == wrongBefore; seed++) {
        broker.forget();
        Schedule schedule = new Schedule(seed, fleet, broker);
        try {
          schedule.play();
        } catch (AssertionError | Exception e) {
          System.out.println("seed " + seed + ": WRONG " + schedule + ": " + e.getMessage());
          wrong.add("seed " + seed + ": " + schedule.story + ": " + e);
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
    private final LiveFleet fleet;
    private final CountingBroker broker;
    private final Path folder;
    private final List<Misfortune> story;
    private final List<Path> outs = new ArrayList<>();
    private final Set<String> killed = new HashSet<>();
    private LiveProcess controller;
    private boolean followed;
    private boolean killedSince; // in the reign of this controller

    Schedule(long seed, LiveFleet fleet, CountingBroker broker) throws Exception {
      this.seed = seed;
      this.fleet = fleet;
      this.broker = broker;
      story = Misfortune.of(seed);
      folder = Files.createDirectories(directory.resolve("seed" + seed));
      controller = fleet.run(plan(), nextOut(), "--lease " + LEASE_SECONDS + "s");
    }

    private Path plan() throws Exception {
      return Files.writeString(
          folder.resolve("plan.yaml"),
          """
          providers: {broker: {type: artemis, url: "%s"}}
          workloads:
            senders:
              {type: send, queue: %s, threads: %d, total-rate: %d, catch-up: 200ms, agents: 3}
          run: {interval: 500ms}
          steps:
          %s  - exec: while [ ! -e %s ]; do sleep 0.2; done
              timeout: 1h
          """
              .formatted(
                  broker.url(),
                  CountingBroker.QUEUE,
                  WORKERS,
                  MOST_PER_SECOND,
                  CHANGES.repeat(2),
                  end()));
    }

    private Path nextOut() {
      outs.add(folder.resolve("out" + outs.size()));
      return out();
    }

    /** The folder of the last controller. */
    private Path out() {
      return outs.get(outs.size() - 1);
    }

    /** The file that ends the run. */
    private Path end() {
      return folder.resolve("end");
    }

    void play() throws Exception {
      LiveFleet.awaitLine(controller, "the schedule starts");
      long startNanos = System.nanoTime();
      List<Moment> moments = new ArrayList<>();
      for (Misfortune each : story) {
        moments.add(new Moment(each.beginMillis, () -> begin(each)));
        moments.add(new Moment(each.endMillis, () -> end(each)));
      }
      moments.sort(Comparator.comparingInt(Moment::millis));
      for (Moment each : moments) { // for processes, which are real ones, time passes
        TimeUnit.NANOSECONDS.sleep(
            startNanos + TimeUnit.MILLISECONDS.toNanos(each.millis) - System.nanoTime());
        each.act.play();
      }
      if (followed) {
        LiveFleet.awaitLine(controller, FOLLOWS);
      }
      Thread.sleep((LEASE_SECONDS + 1) * 1_000L);
      Files.createFile(end());
      judge(controller.exitCode(LiveFleet.PATIENCE));
    }

    private void begin(Misfortune each) throws Exception {
      switch (each.kind) {
        case AGENT_KILLED -> {
          killed.add(each.victim);
          killedSince = !followed || controller.toString().contains(FOLLOWS);
          fleet.agent(each.victim).signal("KILL");
        }
        case AGENT_SUSPENDED -> fleet.agent(each.victim).signal("STOP");
        case CONTROLLER_SUSPENDED -> controller.signal("STOP");
        case CONTROLLER_KILLED -> {
          followed = true;
          killedSince = false;
          controller.signal("KILL");
        }
      }
    }

    private void end(Misfortune each) throws Exception {
      switch (each.kind) {
        case AGENT_KILLED -> fleet.start(each.victim);
        case AGENT_SUSPENDED -> fleet.agent(each.victim).signal("CONT");
        case CONTROLLER_SUSPENDED -> controller.signal("CONT");
        case CONTROLLER_KILLED -> controller = fleet.attach(nextOut());
      }
    }

    private void judge(int exitCode) throws Exception {
      ToldSchedule plan = ToldSchedule.read(outs, MOST_PER_SECOND);
      int arrived = broker.arrivals().size();
      Excess excess = plan.excess(broker.arrivals());
      JSONObject summary = RunSummary.read(out()).workload("senders");
      JSONObject account = summary.getJSONObject("wholeAccount");
      String verdict = summary.getString("explanation");
      int done = account.getInt("done");
      double due = account.getDouble("due");
      double unassigned = unassigned(verdict, due);
      System.out.printf(
          Locale.ROOT,
          "seed %d: %s: exit code %d, plan %.0f, arrived %d, done %d, due %.0f, unassigned %.0f,"
              + " at most %.1f above the plan, %.1f in a window; %s%n",
          seed,
          story,
          exitCode,
          plan.due(),
          arrived,
          done,
          due,
          unassigned,
          excess.sinceStart(),
          excess.inAWindow(),
          verdict);
      assertThat(excess.sinceStart()).as("above the plan").isLessThan(MOST_ABOVE);
      assertThat(excess.inAWindow()).as("above it in a window").isLessThan(MOST_IN_A_WINDOW);
      AgentRows.of(out()).assertSumIs(summary);
      assertAccountIsClosed(account);
      String missing = missing();
      if (killed.isEmpty() && missing.isEmpty()) {
        assertThat(done).as("done").isEqualTo(arrived);
      } else {
        assertThat(done).as("done").isLessThanOrEqualTo(arrived);
      }
      assertThat(due + unassigned).as("due").isCloseTo(plan.due(), within(INEXACT));
      assertIsSaid(plan.due() - arrived, unassigned, verdict);
      boolean lost = killedSince || !missing.isEmpty();
      if (lost || !followed || killed.isEmpty()) { // else it may be known, or not
        assertThat(exitCode).as("exit code").isEqualTo(lost ? 1 : 0);
      }
    }

    /** Nothing is missing that the verdict does not tell, or unassigned without an event. */
    private void assertIsSaid(double missing, double unassigned, String verdict) throws Exception {
      if (missing > 2 * INEXACT) {
        assertThat(verdict).doesNotStartWith("kept");
      }
      if (unassigned > 0) {
        assertThat(Files.readAllLines(out().resolve("events.jsonl")))
            .anyMatch(line -> line.contains("\"kind\":\"agent\"") && SAYS_WHY.test(line));
      }
    }

    /** The agents that a controller which took over did not hear, as its verdict names them. */
    private String missing() {
      return controller.lines().stream()
          .filter(line -> line.contains(WITHOUT))
          .map(line -> line.substring(line.indexOf(WITHOUT) + WITHOUT.length()))
          .collect(Collectors.joining(" "));
    }

    @Override
    public String toString() {
      return story + " with " + controller;
    }
  }

  /** Something that is done at a time since the start. */
  private record Moment(int millis, Act act) {}

  /** What is done to processes. */
  @FunctionalInterface
  private interface Act {
    void play() throws Exception;
  }

  /** What a verdict says was unassigned: a number, or the part of all if it is not the most. */
  private static double unassigned(String verdict, double due) {
    Matcher number = UNASSIGNED.matcher(verdict);
    if (number.matches()) {
      return Double.parseDouble(number.group(1));
    }
    Matcher part = UNASSIGNED_PART.matcher(verdict);
    double of = part.matches() ? Double.parseDouble(part.group(1)) / 100 : 0;
    return due * of / (1 - of);
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
