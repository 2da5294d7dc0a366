package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.LineHere;
import dev.sluice.it.run.PackagedProgram;
import dev.sluice.it.run.RunSummary;
import dev.sluice.it.run.StepsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The plans in {@code config/examples}, with shorter times: each ends as it says, and shows what it
 * is about. They mostly wait, so several play at once; in this process, because a start of the
 * program costs more than what they do.
 */
class GalleryIT {

  private static final int AT_ONCE = 6;
  private static final Pattern PROCESS = Pattern.compile("(?m)^processes:\\R  ([a-z-]+):");
  private static final String GATE_IS_CLOSED = "vars.ratio=2"; // nobody does twice what is due

  private static final List<Case> CASES =
      List.of(
          new Case("uniform-cluster", GalleryIT::connectionsSpread, "vars.window=1s"),
          new Case("tls", GalleryIT::roundTripsAndConnectionsAreMeasured, "vars.window=1s"),
          new Case("dead-letters", GalleryIT::lettersAreCountedByReason),
          new Case("two-brokers", GalleryIT::bothBrokersAreMeasured, "vars.window=1s"),
          new Case(
              "ramp-until-saturation",
              GalleryIT::theQueueManagerFallsBehind,
              "vars.window=1s",
              "vars.over=4s",
              "vars.capacity=100",
              "vars.top=400"),
          new Case(
              "spike",
              GalleryIT::theBacklogOfTheSpikeDrains,
              "vars.window=1s",
              "vars.rate=20",
              "vars.spike=200",
              "vars.work=40ms"),
          new Case(
              "soak",
              GalleryIT::roundsAreSamples,
              "vars.window=1s",
              "vars.rounds=3",
              "vars.rate=50"),
          new Case("fan-out", GalleryIT::deliveriesGrow, "vars.window=1s"),
          new Case(
              "request-reply",
              GalleryIT::eachRequestHasItsReply,
              "vars.window=1s",
              "vars.limit=1h",
              "workloads.requesters.catch-up=unlimited"),
          new Case("publish-subscribe", GalleryIT::eachDisplayGetsAll, "vars.window=1s"),
          new Case("order-check", GalleryIT::allArriveInOrder, "vars.window=1s"),
          new Case(
              "ci-gate",
              GalleryIT::theGateIsOpen,
              "workloads.senders.catch-up=unlimited",
              "vars.limit=1h",
              "vars.ratio=0.1",
              "vars.warmup=1s",
              "vars.duration=2s"),
          new Case(
              "ci-gate",
              GalleryIT::theGateIsClosed,
              "workloads.senders.catch-up=unlimited",
              "vars.limit=1h",
              GATE_IS_CLOSED,
              "vars.warmup=1s",
              "vars.duration=2s"));

  @TempDir Path directory;

  private final ExecutorService players = Executors.newFixedThreadPool(AT_ONCE);

  /** A plan, what shortens it, and what is to be seen in its results. */
  private record Case(String plan, Claim claim, List<String> settings) {

    Case(String plan, Claim claim, String... settings) {
      this(plan, claim, List.of(settings));
    }
  }

  private interface Claim {
    void check(Played played) throws IOException;
  }

  /**
   * A plan that has been played.
   *
   * @param lines what it printed
   * @param results its folder
   */
  private record Played(int exitCode, List<String> lines, Path results) {

    /** All steps were done, and nothing failed. */
    void assertClean() {
      assertThat(exitCode).as("%s", this).isZero();
      assertThat(lines).anyMatch(line -> line.endsWith(": the scenario has ended"));
    }

    /** The same, but that a host may be so busy that connections of IBM's client break. */
    void assertCleanUnlessCut() {
      if (lines.stream().noneMatch(line -> line.contains("2009 MQRC_CONNECTION_BROKEN"))) {
        assertClean();
      }
      assertThat(lines).as("%s", this).noneMatch(line -> line.startsWith("sluice: "));
    }

    String verdict(String workload) throws IOException {
      return RunSummary.read(results).workload(workload).getString("verdict");
    }

    long done(String workload) throws IOException {
      return account("done", workload);
    }

    long account(String of, String workload) throws IOException {
      return RunSummary.read(results).workload(workload).getJSONObject("wholeAccount").getLong(of);
    }

    long found(String figure, String workload) throws IOException {
      return RunSummary.read(results).workload(workload).getJSONObject("delivery").getLong(figure);
    }

    StepsTable steps() throws IOException {
      return StepsTable.read(results.resolve("steps.csv"));
    }
  }

  @AfterEach
  void close() {
    players.shutdownNow();
  }

  @TestFactory
  Stream<DynamicTest> plans() throws IOException {
    try (Stream<Path> files = Files.list(PackagedProgram.root().resolve("config/examples"))) {
      assertThat(CASES.stream().map(each -> each.plan() + ".yaml").distinct())
          .containsExactlyInAnyOrderElementsOf(
              files.map(file -> file.getFileName().toString()).toList());
    }
    List<DynamicTest> tests = new ArrayList<>();
    for (Case each : CASES) {
      Future<Played> played = players.submit(() -> play(each));
      tests.add(
          DynamicTest.dynamicTest(
              each.plan() + " " + each.settings(), () -> each.claim().check(played.get())));
    }
    return tests.stream();
  }

  private Played play(Case each) throws IOException {
    Path folder = Files.createTempDirectory(directory, each.plan());
    Path results = folder.resolve("results");
    Path plan = PackagedProgram.root().resolve("config/examples/" + each.plan() + ".yaml");
    List<String> settings = new ArrayList<>(List.of("run.interval=200ms"));
    settings.addAll(each.settings());
    settings.addAll(surroundings(Files.readString(plan), folder));
    List<String> line =
        new ArrayList<>(List.of("run", plan.toString(), "--out", results.toString()));
    settings.forEach(setting -> line.addAll(List.of("--set", setting)));
    LineHere played = LineHere.run(line);
    return new Played(played.exitCode(), played.lines(), results);
  }

  /** Files and ports of its own; the keys are kept, because it takes seconds to make them. */
  private static List<String> surroundings(String plan, Path folder) throws IOException {
    Path root = PackagedProgram.root();
    Iterator<Integer> ports = FreePorts.take(2).iterator();
    List<String> settings = new ArrayList<>();
    Matcher process = PROCESS.matcher(plan);
    while (process.find()) {
      settings.add("processes." + process.group(1) + ".ready-within=20m"); // on a busy host
    }
    Stream.of(
            "mqsim=" + root.resolve("src-it/mqsim/target/mqsim.jar"),
            "tools=" + root.resolve("config/e2-request-reply-sweep"),
            "keys=" + root.resolve("src-it/tests/target/gallery-keys"),
            "ccdt=" + folder.resolve("ccdt.json"),
            "port=" + (plan.contains("ccdt: ") ? 0 : ports.next()), // several, in the table
            "admin-port=" + ports.next())
        .filter(each -> plan.contains(" " + each.substring(0, each.indexOf('=')) + ": "))
        .map("vars."::concat)
        .forEach(settings::add);
    return settings;
  }

  private static void eachRequestHasItsReply(Played played) throws IOException {
    played.assertClean();
    assertThat(played.done("requesters")).isPositive();
    assertThat(played.found("checked", "requesters")).isEqualTo(played.done("requesters"));
    assertThat(played.found("checked", "responders"))
        .isGreaterThanOrEqualTo(played.done("requesters"));
    assertThat(played.steps().figure("round trips", "iterations")).isPositive();
  }

  private static void eachDisplayGetsAll(Played played) throws IOException {
    played.assertClean();
    long published = played.done("publishers");
    assertThat(published).isPositive();
    assertThat(played.done("displays")).isEqualTo(3 * published);
    assertThat(played.done("billing")).isEqualTo(published);
  }

  private static void roundsAreSamples(Played played) throws IOException {
    played.assertClean();
    assertThat(played.steps().column("repeats")).containsExactly("", "2", "3");
    assertThat(played.found("checked", "receivers")).isEqualTo(played.done("senders")).isPositive();
  }

  private static void theBacklogOfTheSpikeDrains(Played played) throws IOException {
    played.assertClean();
    StepsTable steps = played.steps();
    assertThat(steps.column("step")).containsExactly("before", "spike", "after");
    assertThat(steps.figure("spike", "target_per_second"))
        .isGreaterThan(steps.figure("before", "target_per_second"));
    assertThat(steps.figure("spike", "depth")).isGreaterThan(steps.figure("before", "depth"));
    assertThat(steps.figure("after", "drained_seconds")).isPositive();
    assertThat(played.done("receivers")).isEqualTo(played.done("senders"));
  }

  private static void theQueueManagerFallsBehind(Played played) throws IOException {
    played.assertCleanUnlessCut();
    assertThat(played.verdict("senders")).isIn("saturated", "harness_limited");
    assertThat(played.steps().figure("saturated", "ratio")).isLessThan(1);
  }

  private static void deliveriesGrow(Played played) throws IOException {
    played.assertClean();
    StepsTable steps = played.steps();
    assertThat(steps.column("workers")).containsExactly("1", "2", "4", "8", "16");
    assertThat(steps.figure("16 subscribers", "iterations"))
        .isGreaterThan(steps.figure("1 subscribers", "iterations"));
    assertThat(played.found("checked", "subscribers")).isGreaterThan(played.done("publisher"));
    assertThat(played.found("lost", "subscribers")).isZero();
  }

  private static void allArriveInOrder(Played played) throws IOException {
    played.assertClean();
    assertThat(played.found("checked", "receivers")).isEqualTo(played.done("senders")).isPositive();
    for (String fault : List.of("outOfOrder", "duplicates", "lost", "corrupt")) {
      assertThat(played.found(fault, "receivers")).as(fault).isZero();
    }
  }

  private static void lettersAreCountedByReason(Played played) throws IOException {
    played.assertCleanUnlessCut();
    assertThat(played.done("collectors") + played.account("inDoubt", "collectors")).isEqualTo(120);
    assertThat(played.lines())
        .anyMatch(line -> line.matches(".*: .*\\d+ x 2053 MQRC_Q_FULL for ORDERS.*"))
        .anyMatch(line -> line.matches(".*: .*\\d+ x 2051 MQRC_PUT_INHIBITED for INVOICES.*"));
  }

  private static void roundTripsAndConnectionsAreMeasured(Played played) throws IOException {
    played.assertCleanUnlessCut();
    assertThat(played.steps().figure("round trips", "iterations")).isPositive();
    assertThat(played.done("connections")).isPositive();
  }

  private static void connectionsSpread(Played played) throws IOException {
    played.assertCleanUnlessCut();
    StepsTable steps = played.steps();
    assertThat(steps.column("step"))
        .containsExactly("1 queue manager", "2 queue managers", "3 queue managers");
    for (String row : List.of("2 queue managers", "3 queue managers")) {
      assertThat(steps.figure(row, "balanced_senders_seconds")).isNotNegative();
      assertThat(steps.figure(row, "balanced_receivers_seconds")).isNotNegative();
    }
  }

  private static void theGateIsOpen(Played played) throws IOException {
    List<String> latency =
        played.lines().stream()
            .filter(line -> line.startsWith("NOT JUDGED senders p99 ")) // the host was busy
            .toList();
    assertThat(played.exitCode()).as("%s", played).isEqualTo(latency.isEmpty() ? 0 : 5);
    assertThat(played.lines().stream().filter(line -> line.startsWith("PASS ")))
        .hasSize(5 - latency.size());
    assertThat(played.found("checked", "receivers")).isEqualTo(played.done("senders")).isPositive();
  }

  private static void theGateIsClosed(Played played) {
    assertThat(played.exitCode()).as("%s", played).isEqualTo(4);
    assertThat(played.lines().stream().filter(line -> line.startsWith("FAIL ")))
        .singleElement()
        .asString()
        .contains("achieved/target");
  }

  private static void bothBrokersAreMeasured(Played played) throws IOException {
    played.assertCleanUnlessCut();
    assertThat(played.steps().column("broker")).containsExactly("embedded", "simulated");
    for (String broker : List.of("embedded", "simulated")) {
      assertThat(played.steps().figure(broker, "iterations")).isPositive();
    }
    assertThat(played.results().resolve("run-2/report.html")).exists();
  }
}
