package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import dev.sluice.it.run.StepsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The small forms of studies, unattended, with shorter times. */
class RehearsalIT {

  private static final String MEASURE_CUT = "      - measure: ${pairs} pairs ${kind}, cut\n";

  private static final List<String> E2_PORTS = List.of("MQPORT", "ADMIN_PORT");
  private static final List<String> E3_PORTS =
      List.of(
          "REQUESTER_QM_PORT",
          "SERVER_QM_PORT",
          "REQUESTER_CHANNEL_PORT",
          "SERVER_CHANNEL_PORT",
          "REQUESTER_ADMIN_PORT",
          "SERVER_ADMIN_PORT",
          "SERVERS_PORT");
  private static final List<String> E4_PORTS = List.of("MQPORT", "ADMIN_PORT", "RESPONDERS_PORT");
  private static final List<String> E5_PORTS =
      List.of(
          "HUBPORT",
          "BRANCHPORT",
          "HUB_CHANNEL_PORT",
          "BRANCH_CHANNEL_PORT",
          "HUB_ADMIN_PORT",
          "BRANCH_ADMIN_PORT");

  @TempDir Path directory;

  /** Plays a shipped scenario on ports of its own. */
  private SluiceProcess play(String name, List<String> ports, UnaryOperator<String> change)
      throws IOException, InterruptedException {
    Path root = PackagedProgram.root();
    String text = Files.readString(root.resolve("config").resolve(name + ".yaml"));
    List<Integer> free = FreePorts.take(ports.size());
    for (int i = 0; i < ports.size(); i++) {
      text = text.replaceAll("\\$\\{" + ports.get(i) + ":-[0-9]+}", free.get(i).toString());
    }
    text =
        text.replaceAll("\\$\\{WINDOW:-[0-9]+s}", "2s")
            .replaceAll("\\$\\{SETTLE:-[0-9]+s}", "1s")
            .replaceAll("(within|timeout|start-retry): ([0-9]+)m", "$1: $20m") // on a busy host
            .replace(":-/tmp/", ":-" + directory + "/")
            .replace(":-src-it/", ":-" + root.resolve("src-it") + "/")
            .replace(":-harness-control/", ":-" + root.resolve("harness-control") + "/")
            .replace(":-config/", ":-" + root.resolve("config") + "/");
    Path plan = Files.writeString(directory.resolve("plan.yaml"), change.apply(text));
    return SluiceProcess.run(directory, List.of("run", plan.toString(), "--out", "results"));
  }

  /**
   * All steps were done. A busy machine may break a client's connection, which makes exit code 1,
   * and miss the time of an objective, which makes 4.
   */
  private static void assertPlayedToItsEnd(SluiceProcess process) {
    assertThat(process.lines())
        .as("%s", process)
        .anyMatch(line -> line.endsWith("* stopping: the scenario has ended"))
        .noneMatch(line -> line.startsWith("sluice: step "));
  }

  private StepsTable steps() throws IOException {
    return StepsTable.read(directory.resolve("results/steps.csv"));
  }

  @Test
  @Tag("soak")
  void requestsAndRepliesGoBetweenTwoQueueManagersAndTheirCostIsSplitByProcess() throws Exception {
    SluiceProcess process =
        play(
            "e3-queue-pairs/e3-small",
            E3_PORTS,
            text -> text.replace("[2KiB, 64KiB, 4MiB]", "[2KiB]"));
    assertPlayedToItsEnd(process);
    for (int pairs : List.of(1, 2, 5)) {
      String row = "2KiB, %d pairs".formatted(pairs);
      assertThat(process.lines()).anyMatch(line -> line.strip().startsWith(row));
    }
    assertThat(process.lines())
        .anyMatch(
            line ->
                line.contains("µs QMA")
                    && line.contains("µs QMB")
                    && line.contains("µs servers")
                    && line.contains("µs harness"));
  }

  /** Which are set up by the script of the study, that may be repeated. */
  @Test
  @Tag("soak")
  void respondersInAProcessOfTheirOwnAnswerRequestersOfTheTutorial() throws Exception {
    SluiceProcess process = play("e4-tutorial/e4-small", E4_PORTS, this::setUpTwice);
    assertPlayedToItsEnd(process);
    assertThat(steps().figure("rr_1", "iterations")).isPositive();
    assertThat(steps().figure("rr_1", "responders_cpu_us_per_iteration")).isPositive();
  }

  private String setUpTwice(String text) {
    int setUp = text.indexOf("  - exec: PORT=");
    int steps = text.indexOf("steps:\n");
    return text.substring(0, steps) + text.substring(setUp, steps) + text.substring(steps);
  }

  /** As {@code runmqsc} does with exit code 10. */
  @Test
  void aSetUpThatStartsAListenerThatRunsFailsWhenItIsRepeated() throws Exception {
    SluiceProcess process =
        play("e4-tutorial/e4-small", E4_PORTS, text -> setUpTwice(byFormerScripts(text)));
    assertThat(process.exitCode()).as("%s", process).isEqualTo(1);
    assertThat(process.lines())
        .anyMatch(
            line ->
                line.startsWith("sluice: set-up: step 3 of 3")
                    && line.contains("exit code 10")
                    && line.contains("AMQ8730E: Listener already active."));
  }

  /** Scripts of a study as they were before they were mended. */
  private String byFormerScripts(String text) {
    Path former = PackagedProgram.root().resolve("src-it/tests/src/test/resources/rehearsal");
    return text.replaceAll("\\$\\{TOOLS:-[^}]*}", former.toString());
  }

  @Test
  void applicationsAreNotAuthorizedOnAChannelWithoutAUserAndRights() throws Exception {
    SluiceProcess process =
        play(
            "e5-hub-and-branches/e5-small",
            E5_PORTS,
            text -> byFormerScripts(text).replaceAll("start-retry: [0-9]+m", "start-retry: 2s"));
    assertThat(process.exitCode()).as("%s", process).isNotZero();
    assertThat(process.lines()).as("%s", process).anyMatch(line -> line.contains("2035"));
    assertThat(process.lines()).noneMatch(line -> line.endsWith("the scenario has ended"));
  }

  /** In a shorter window a stall of the machine lifts the rate above what can be reached again. */
  @Test
  @Tag("soak")
  void channelsFallToNoneAndComeBackAndSoDoesTheRate() throws Exception {
    SluiceProcess process =
        play("e5-hub-and-branches/e5-small", E5_PORTS, text -> text.replace("for: 2s", "for: 5s"));
    assertPlayedToItsEnd(process);
    for (String pairs : List.of("20 pairs simulated, ", "200 pairs simulated, ")) {
      assertThat(steps().figure(pairs + "before", "iterations")).isPositive();
      assertThat(steps().figure(pairs + "cut", "iterations")).isZero();
      assertThat(steps().figure(pairs + "cut", "hub channels")).isZero();
      assertThat(steps().figure(pairs + "cut", "branch channels")).isZero();
      assertThat(steps().figure(pairs + "after", "channel_recovery_seconds")).isPositive();
      assertThat(steps().figure(pairs + "after", "recovered_requesters_seconds")).isPositive();
      assertThat(steps().figure(pairs + "after", "hub channels")).isPositive();
    }
    assertThat(process.lines()).anyMatch(line -> line.contains(" requesters recovery < "));
  }

  @Test
  @Tag("soak")
  void roundTripsThroughTlsAreSweptOverRequestersAndBothKindsOfMessages() throws Exception {
    SluiceProcess process =
        play(
            "e2-request-reply-sweep/e2-small",
            E2_PORTS,
            text ->
                text.replace("[2KiB, 20KiB, 200KiB]", "[2KiB]")
                    .replace("[1, 2, 4, 8, 16, 32]", "[1, 4, 8]"));
    assertPlayedToItsEnd(process);
    for (String persistent : List.of("false", "true")) {
      String row = "2KiB persistent %s, 8 requesters".formatted(persistent);
      assertThat(steps().figure(row, "iterations")).isPositive();
      assertThat(steps().figure(row, "active_cores")).isPositive();
    }
    assertThat(process.lines().stream().filter(line -> line.matches(" *peak: .*/s at .*")))
        .hasSize(2);
  }

  @Test
  @Tag("soak")
  void aQueueManagerIsSetUpForEachNumberOfCoresAndKindOfReplication() throws Exception {
    SluiceProcess process =
        play(
            "e2-request-reply-sweep/cores-small",
            E2_PORTS,
            text ->
                text.replace("[2KiB, 20KiB]", "[2KiB]")
                    .replace("[\"1\", \"2\", \"4\"]", "[\"1\", \"2\"]")
                    .replace("[4, 16]", "[8]"));
    assertPlayedToItsEnd(process);
    for (String replication : List.of("nha", "single")) {
      for (int cores : List.of(1, 2)) { // two puts and two gets for each round trip
        String row = "%s, %d cores, 2KiB, 8 requesters".formatted(replication, cores);
        assertThat(steps().figure(row, "achieved_per_second")).isBetween(1.0, cores * 28.0);
      }
    }
  }

  /** Requests that wait for responders, and replies that wait for requesters. */
  @Test
  @Tag("soak")
  void noPersistentMessageOfEitherDirectionIsLostWhenTheQueueManagerIsKilled() throws Exception {
    SluiceProcess process = play("e2-request-reply-sweep/e2-small", E2_PORTS, this::killed);
    assertThat(process.lines())
        .as("%s", process)
        .anyMatch(line -> line.endsWith("* stopping: the scenario has ended"))
        .noneMatch(line -> line.startsWith("sluice: "));
  }

  /** Replies that are not persistent are gone, although their requests were. */
  @Test
  @Tag("soak")
  void halfAPersistentRoundTripIsNoticed() throws Exception {
    SluiceProcess process =
        play(
            "e2-request-reply-sweep/e2-small",
            E2_PORTS,
            text ->
                killed(text)
                    .replaceFirst(
                        "copy-request: true\n    persistent: \"true\"",
                        "copy-request: true\n    persistent: \"false\"")
                    .replaceFirst("within: 10m\n$", "within: 5s\n")); // nothing is waited for
    assertThat(process.lines())
        .as("%s", process)
        .anyMatch(line -> line.startsWith("sluice: step 4 of 4 (wait until replies at least 200"));
  }

  /** The scenario with its responders only, 200 requests, and a kill before and after them. */
  private String killed(String text) {
    String persistent =
        text.replace("persistent: ${persistent}", "persistent: \"true\"")
            .replaceFirst("published: .*\n", ""); // it has other steps
    int requesters = persistent.indexOf("  requesters:\n");
    int run = persistent.indexOf("run: {");
    int observers = persistent.indexOf("observers:");
    String restart = "  - admin: kill PERF0\n    at: AT\n  - admin: start PERF0\n    at: AT\n";
    return (persistent.substring(0, requesters)
            + "    fixed-reply-queue: true\n"
            + persistent.substring(run, observers)
            + "observers:\n  replies: {queue: REPLY1}\nset-up:\n"
            + "  - admin: start PERF0\n    at: AT\n"
            + "  - fill: {queue: REQUEST1, messages: 200, persistent: true, size: 2KiB}\n"
            + restart
            + "steps:\n  - wait: {observer: replies, at-least: 200}\n    within: 10m\n"
            + restart
            + "  - wait: {observer: replies, at-least: 200}\n    within: 10m\n")
        .replace("AT\n", "127.0.0.1:${admin-port}\n");
  }

  /** The hub itself is asked whether it is healed. */
  @Test
  @Tag("soak")
  void aFailureBetweenCutAndHealHealsAllTheSame() throws Exception {
    Path healed = directory.resolve("healed");
    SluiceProcess process =
        play(
            "e5-hub-and-branches/e5-small",
            E5_PORTS,
            text ->
                text.replace(
                        MEASURE_CUT,
                        "      - exec: echo the router is gone; exit 7\n" + MEASURE_CUT)
                    + "  - exec: until [ \"$$(RUNMQSC='${runmqsc} ${hub-admin}'"
                    + " ${tools}/running-channels.sh HUB.QM)\" = 40 ]; do sleep 1; done; touch "
                    + healed
                    + "\n    timeout: 2m\n");
    assertThat(process.exitCode()).as("%s", process).isEqualTo(1);
    assertThat(process.lines())
        .anyMatch(line -> line.contains("ended with exit code 7: the router is gone"));
    assertThat(healed).exists();
  }
}
