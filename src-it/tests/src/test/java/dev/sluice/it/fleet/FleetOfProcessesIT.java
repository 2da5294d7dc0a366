package dev.sluice.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.it.run.StepsTable;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.json.JSONObject;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three agents and a controller, which are four processes, judged by what the provider saw. How
 * fast each process is, is not asked: another program may have the machine.
 */
class FleetOfProcessesIT {

  private static final List<String> AGENTS = List.of("a1", "a2", "a3");
  private static final double NANOS_PER_MILLISECOND = 1e6;
  private static final long SECOND = 1_000_000_000L;
  private static final int WORKERS = 9;

  /** Counters of a summary, with their columns. */
  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("iterations", "iterations"),
          Map.entry("empty", "empty"),
          Map.entry("errors", "errors"),
          Map.entry("inDoubt", "in_doubt"),
          Map.entry("rolledBack", "rolled_back"),
          Map.entry("givenUp", "given_up"),
          Map.entry("skewed", "skewed"),
          Map.entry("fellDue", "due"),
          Map.entry("unscheduled", "unscheduled"),
          Map.entry("done", "done"),
          Map.entry("failed", "failed"),
          Map.entry("givenUpNoConnection", "given_up_no_connection"),
          Map.entry("givenUpFailures", "given_up_failures"),
          Map.entry("givenUpHarness", "given_up_harness"),
          Map.entry("givenUpNothingToDo", "given_up_nothing_to_do"),
          Map.entry("givenUpBusy", "given_up_busy"));

  @TempDir static Path shared;

  private static LiveFleet fleet;
  private static Path client;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    fleet = new LiveFleet(shared, AGENTS);
    client = clientJar(shared.resolve("stamping.jar"));
    for (String name : AGENTS) {
      LiveFleet.awaitLine(fleet.agent(name), "waits for work");
    }
  }

  @AfterAll
  static void close() {
    fleet.close();
  }

  private static Path clientJar(Path jar) throws Exception {
    String entry = StampingFactory.class.getName().replace('.', '/') + ".class";
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(file)) {
      packed.putNextEntry(new JarEntry(entry));
      packed.write(
          StampingFactory.class.getClassLoader().getResourceAsStream(entry).readAllBytes());
      packed.closeEntry();
    }
    return jar;
  }

  /** A plan of nine senders with 300 messages a second. */
  private Path plan(String catchUp, String more) throws Exception {
    return Files.writeString(
        directory.resolve("plan.yaml"),
        """
        providers:
          stamping:
            type: factory
            class-path: %s
            factory-class: %s
            factory-property: folder=%s
        workloads:
          senders: {type: send, queue: Q, threads: %d, total-rate: 300, catch-up: %s}
        run: {interval: 500ms}
        %s"""
            .formatted(
                client,
                StampingFactory.class.getName(),
                Files.createDirectories(directory.resolve("stamps")),
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
    JSONObject summary = summary(out);
    assertThat(all.count())
        .as("%s", summary.getJSONObject("account"))
        .isEqualTo(summary.getInt("done"))
        .isEqualTo(
            summary.getInt("fellDue") - summary.getJSONObject("account").getInt("underWayAfter"));
    assertSummaryIsTheSumOfAgents(summary, byAgent(out));

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
    int[] windows = all.windows(all.first(), all.first() + 5 * SECOND / 2, SECOND / 10);
    System.out.printf(
        Locale.ROOT,
        "origins %.3f ms and turns %.3f ms apart; in 100 ms of 30: %d to %d, half of them %d%n",
        (max(lowOrigins) - min(lowOrigins)) / NANOS_PER_MILLISECOND,
        spread / NANOS_PER_MILLISECOND,
        windows[0],
        windows[windows.length - 1],
        windows[windows.length / 2]);
    // they take turns, a message of 3.3 ms after the other
    assertThat(max(lowOrigins) - min(lowOrigins))
        .isLessThan(2 * SECOND / 300.0 + 20 * NANOS_PER_MILLISECOND);
    assertThat(spread).isLessThan(20 * NANOS_PER_MILLISECOND);
    assertThat(windows[windows.length / 2]).isBetween(27, 33);
  }

  @Test
  @EnabledIfSystemProperty(
      named = "fleet.misfortunes",
      matches = "true",
      disabledReason = "a second controller sometimes finds no free agents")
  void whatDiesOrStandsStillIsNeverDoneTwice() throws Exception {
    Path out = directory.resolve("out");
    long killed = fleet.agent("a2").pid();
    long back;
    long backNanos;
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
      Thread.sleep(3_000);
      controller.interrupt();
      controller.exitCode(LiveFleet.PATIENCE);
      controller.lines().stream().filter(line -> line.contains("* ")).forEach(System.out::println);
    }

    List<Map<String, String>> rows = byAgent(out);
    JSONObject summary = summary(out);
    assertSummaryIsTheSumOfAgents(summary, rows);
    for (String name : List.of("a1", "a3")) {
      assertThat(stampsOf(fleet.agent(name).pid()).count())
          .as(name)
          .isEqualTo(sum(rows.stream().filter(row -> row.get("agent").equals(name)), "done"));
    }
    // the killed one sent some after the last interval that it told of
    assertThat((long) stampsOf(killed).count() + stampsOf(back).count())
        .isBetween(
            sum(rows.stream().filter(row -> row.get("agent").equals("a2")), "done"),
            sum(rows.stream().filter(row -> row.get("agent").equals("a2")), "done") + 200);
    Stamps all = stampsOfAll();
    double mostAbove = all.mostAbove(300);
    System.out.printf(Locale.ROOT, "at most %.1f messages above the plan%n", mostAbove);
    assertThat(mostAbove).isLessThan(300 * 0.2 + WORKERS); // caught up, and inside calls
    int before = (int) ((backNanos - all.first()) / (SECOND / 2)); // the number of an interval
    int last = rows.stream().mapToInt(FleetOfProcessesIT::number).max().orElseThrow() - 1;
    assertThat(duePerSecond(rows, "a[13]", before - 1, before)).isCloseTo(300, within(9.0));
    for (String name : AGENTS) {
      assertThat(duePerSecond(rows, name, last - 2, last)).as(name).isCloseTo(100, within(3.0));
    }
    System.out.println(
        "due per second: "
            + IntStream.rangeClosed(1, last)
                .mapToObj(each -> Math.round(duePerSecond(rows, "a.", each, each)))
                .toList());
  }

  private static double max(double... values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  private static double min(double... values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  private static JSONObject summary(Path out) throws Exception {
    return new JSONObject(Files.readString(out.resolve("run.json")))
        .getJSONObject("summary")
        .getJSONArray("workloads")
        .getJSONObject(0);
  }

  private static List<Map<String, String>> byAgent(Path out) throws Exception {
    return StepsTable.read(out.resolve("intervals-by-agent.csv")).rows();
  }

  private static void assertSummaryIsTheSumOfAgents(
      JSONObject summary, List<Map<String, String>> rows) {
    COLUMNS.forEach(
        (key, column) ->
            assertThat(summary.getLong(key)).as(key).isEqualTo(sum(rows.stream(), column)));
  }

  private static long sum(Stream<Map<String, String>> rows, String column) {
    return rows.mapToLong(row -> Long.parseLong(row.get(column))).sum();
  }

  private static int number(Map<String, String> row) {
    return Integer.parseInt(row.get("interval"));
  }

  /** Of some agents in some intervals. */
  private static double duePerSecond(
      List<Map<String, String>> rows, String agents, int from, int to) {
    return rows.stream()
            .filter(row -> row.get("agent").matches(agents))
            .filter(row -> from <= number(row) && number(row) <= to)
            .mapToDouble(
                row -> Long.parseLong(row.get("due")) / Double.parseDouble(row.get("length_s")))
            .sum()
        / (to - from + 1);
  }
}
