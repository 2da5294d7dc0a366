package dev.sluice.it.fleet;

import static dev.sluice.core.time.Nanos.NANOS_PER_MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.ClientJar;
import dev.sluice.it.run.RunSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three agents and a controller, which are four processes, judged by what the provider saw. How
 * fast each process is, is not asked: another program may have the machine.
 */
class FleetOfProcessesIT {

  private static final List<String> AGENTS = List.of("a1", "a2", "a3");
  private static final long SECOND = 1_000_000_000L;
  private static final int WORKERS = 9;

  @TempDir static Path shared;

  private static LiveFleet fleet;
  private static Path client;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    fleet = new LiveFleet(shared, AGENTS);
    client = ClientJar.of(StampingFactory.class, shared.resolve("stamping.jar"));
    for (String name : AGENTS) {
      LiveFleet.awaitLine(fleet.agent(name), "waits for work");
    }
  }

  @AfterAll
  static void close() {
    fleet.close();
  }

  /** A plan of nine senders with 300 messages a second. */
  private Path plan(String catchUp, String more) throws Exception {
    return Files.writeString(
        directory.resolve("plan.yaml"),
        """
        %s
        workloads:
          senders: {type: send, queue: Q, threads: %d, total-rate: 300, catch-up: %s}
        run: {interval: 500ms}
        %s\
        """
            .formatted(
                Stamps.providers(client, Files.createDirectories(directory.resolve("stamps"))),
                WORKERS,
                catchUp,
                more));
  }

  private Stamps stampsOf(long pid) throws Exception {
    return Stamps.of(directory.resolve("stamps"), pid);
  }

  private Stamps stampsOfAll() throws Exception {
    return Stamps.ofAll(directory.resolve("stamps"));
  }

  @Test
  void theyHaveOneScheduleAndTurnAtOneInstant() throws Exception {
    Path plan =
        plan(
            "1m",
            """
            steps:
              - measure: low
                for: 3s
              - rate: 100 # of each worker
                workload: senders
              - measure: high
                for: 3s
            """);
    Path out = directory.resolve("out");
    try (LiveProcess controller = fleet.run(plan, out, "")) {
      assertThat(controller.exitCode(LiveFleet.PATIENCE)).as("%s", controller).isZero();
    }

    Stamps all = stampsOfAll();
    JSONObject summary = RunSummary.read(out).workload("senders");
    assertThat(all.count())
        .as("%s", summary.getJSONObject("account"))
        .isEqualTo(summary.getInt("done"))
        .isEqualTo(
            summary.getInt("fellDue")
                - summary.getJSONObject("account").getInt("inFlight")
                - summary.getJSONObject("account").getInt("overdue"));
    AgentRows.of(out).assertSumIs(summary);

    double[] lowOrigins = new double[AGENTS.size()];
    double[] turns = new double[AGENTS.size()];
    for (int i = 0; i < turns.length; i++) {
      Stamps agent = stampsOf(fleet.agent(AGENTS.get(i)).pid());
      double low = agent.origin(all.first(), all.first() + 5 * SECOND / 2, 100);
      double high = agent.origin(all.last() - 2 * SECOND, all.last(), 300);
      lowOrigins[i] = low;
      turns[i] = (300 * high - 100 * low) / (300 - 100); // where both lines meet
    }
    double spread = max(turns) - min(turns);
    System.out.printf(
        Locale.ROOT,
        "origins %.3f ms and turns %.3f ms apart%n",
        (max(lowOrigins) - min(lowOrigins)) / NANOS_PER_MILLI,
        spread / NANOS_PER_MILLI);
    // they take turns, a message of 3.3 ms after the other
    assertThat(max(lowOrigins) - min(lowOrigins))
        .isLessThan(2 * SECOND / 300.0 + 20 * NANOS_PER_MILLI);
    assertThat(spread).isLessThan(20 * NANOS_PER_MILLI);
  }

  @Test
  @Tag("soak")
  void whatDiesOrStandsStillIsNeverDoneTwice() throws Exception {
    Path out = directory.resolve("out");
    long killed = fleet.agent("a2").pid();
    long back;
    long backNanos;
    long endNanos;
    try (LiveProcess controller = fleet.run(plan("200ms", ""), out, "--lease 4s")) {
      LiveFleet.awaitLine(controller, "the schedule starts");
      Thread.sleep(2_000); // for processes, which are real ones, time passes
      fleet.agent("a2").signal("KILL");
      LiveFleet.awaitLine(controller, "agent a2 is dead");
      Thread.sleep(2_000);
      backNanos = System.nanoTime();
      back = fleet.start("a2").pid();
      LiveFleet.awaitLine(controller, "agent a2 takes the place of one that is gone");
      Thread.sleep(3_000);
      fleet.agent("a3").signal("STOP");
      Thread.sleep(5_000);
      fleet.agent("a3").signal("CONT");
      LiveFleet.awaitLine(controller, "agent a3 is heard again");
      Thread.sleep(4_000);
      endNanos = System.nanoTime();
      controller.interrupt();
      controller.exitCode(LiveFleet.PATIENCE);
      controller.lines().stream().filter(line -> line.contains("* ")).forEach(System.out::println);
    }

    AgentRows rows = AgentRows.of(out);
    JSONObject summary = RunSummary.read(out).workload("senders");
    rows.assertSumIs(summary);
    for (String name : List.of("a1", "a3")) {
      assertThat(stampsOf(fleet.agent(name).pid()).count())
          .as(name)
          .isEqualTo(rows.sum(name, "done"));
    }
    // the killed one sent some after the last interval that it told of
    assertThat((long) stampsOf(killed).count() + stampsOf(back).count())
        .isBetween(rows.sum("a2", "done"), rows.sum("a2", "done") + 200);
    Stamps all = stampsOfAll();
    double mostAbove = all.mostAbove(300);
    System.out.printf(Locale.ROOT, "at most %.1f messages above the plan%n", mostAbove);
    assertThat(mostAbove).isLessThan(300 * 0.2 + WORKERS); // caught up, and inside calls
    int before = (int) ((backNanos - all.first()) / (SECOND / 2)); // the number of an interval
    int last = (int) ((endNanos - all.first()) / (SECOND / 2)) - 1; // it may take long to stop
    assertThat(rows.duePerSecond("a[13]", before - 1, before)).isCloseTo(300, within(9.0));
    for (String name : AGENTS) {
      assertThat(rows.duePerSecond(name, last - 2, last)).as(name).isCloseTo(100, within(3.0));
    }
    System.out.println(
        "due per second: "
            + IntStream.rangeClosed(1, last)
                .mapToObj(each -> Math.round(rows.duePerSecond("a.", each, each)))
                .toList());
  }

  @Test
  @Tag("soak")
  void anotherControllerGoesOnWithStepsObjectivesAndFiles() throws Exception {
    Path plan =
        plan(
            "1m",
            """
            objectives:
              - senders: errors == 0
            steps:
              - wait: 4s
              - rate: 100 # of each worker
                workload: senders
              - measure: high
                for: 1s
            """);
    Path body = Files.writeString(directory.resolve("body.txt"), "hello");
    Files.writeString(
        plan, Files.readString(plan).replace("queue: Q,", "queue: Q, template: " + body + ","));
    try (LiveProcess controller = fleet.run(plan, directory.resolve("first"), "")) {
      LiveFleet.awaitLine(controller, "the schedule starts");
      Thread.sleep(1_000); // for processes, which are real ones, time passes
      controller.signal("KILL");
    }
    Files.delete(body);
    Path out = directory.resolve("out");
    try (LiveProcess controller = fleet.attach(out)) {
      assertThat(controller.exitCode(LiveFleet.PATIENCE)).as("%s", controller).isZero();
      assertThat(controller.toString()).contains("high").contains("errors == 0");
    }

    JSONObject summary = RunSummary.read(out).workload("senders");
    assertThat(stampsOfAll().count()).isEqualTo(summary.getInt("done"));
    AgentRows.of(out).assertSumIs(summary);
    assertThat(AgentRows.of(out).intervals()).contains(1);
  }

  /** By hand, as root: {@code -Dfleet.cut=true}. */
  @Test
  @EnabledIfSystemProperty(named = "fleet.cut", matches = "true")
  void oneThatIsCutOffStopsBeforeItsShareIsGivenAway() throws Exception {
    Path out = directory.resolve("out");
    Path folder = Files.createDirectories(directory.resolve("cut"));
    long far;
    long cutNanos;
    long healNanos;
    long endNanos;
    try (CuttableNetwork network = new CuttableNetwork();
        LiveFleet parted = new LiveFleet(folder, AGENTS, Optional.of(network))) {
      for (String name : AGENTS) {
        LiveFleet.awaitLine(parted.agent(name), "waits for work");
      }
      far = parted.agent("a3").pid();
      try (LiveProcess controller = parted.run(plan("200ms", ""), out, "--lease 4s")) {
        LiveFleet.awaitLine(controller, "the schedule starts");
        Thread.sleep(3_000); // for processes, which are real ones, time passes
        cutNanos = System.nanoTime();
        network.cut();
        Thread.sleep(12_000);
        healNanos = System.nanoTime();
        network.heal();
        LiveFleet.awaitLine(controller, "agent a3 is heard again");
        Thread.sleep(5_000);
        endNanos = System.nanoTime();
        controller.interrupt();
        controller.exitCode(LiveFleet.PATIENCE);
        controller.lines().stream()
            .filter(each -> each.contains("* "))
            .forEach(System.out::println);
      }
    }

    AgentRows rows = AgentRows.of(out);
    rows.assertSumIs(RunSummary.read(out).workload("senders"));
    Stamps all = stampsOfAll();
    Stamps cut = stampsOf(far);
    assertThat(all.count()).isEqualTo((int) rows.sum("a.", "done"));
    double mostAbove = all.mostAbove(300);
    long lastBefore = cut.lastBefore(healNanos);
    int from = (int) ((cutNanos + 8 * SECOND - all.first()) / (SECOND / 2)) + 1;
    int to = (int) ((healNanos - all.first()) / (SECOND / 2)) - 1;
    int last = (int) ((endNanos - all.first()) / (SECOND / 2)) - 1;
    System.out.printf(
        Locale.ROOT,
        "at most %.1f messages above the plan; the one that was cut off went on for %.2f s and"
            + " began again %.2f s after the network; due per second %s%n",
        mostAbove,
        (lastBefore - cutNanos) / 1e9,
        (cut.firstAfter(healNanos) - healNanos) / 1e9,
        IntStream.rangeClosed(1, last)
            .mapToObj(each -> Math.round(rows.duePerSecond("a.", each, each)))
            .toList());
    assertThat(mostAbove).isLessThan(300 * 0.2 + WORKERS); // caught up, and inside calls
    assertThat(lastBefore - cutNanos).isLessThan(4 * SECOND);
    assertThat(rows.duePerSecond("a[12]", from, to)).isCloseTo(300, within(9.0));
    for (String name : AGENTS) {
      assertThat(rows.duePerSecond(name, last - 2, last)).as(name).isCloseTo(100, within(3.0));
    }
  }

  private static double max(double... values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  private static double min(double... values) {
    return Arrays.stream(values).min().orElseThrow();
  }
}
