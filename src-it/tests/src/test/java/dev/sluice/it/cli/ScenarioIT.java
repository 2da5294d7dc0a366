package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import dev.sluice.mqsim.client.Eventually;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios by the packaged program. */
class ScenarioIT {

  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

  @TempDir Path directory;

  private SluiceProcess play(String text, String... more) throws Exception {
    Path plan = Files.writeString(directory.resolve("plan.yaml"), text);
    List<String> arguments = new ArrayList<>(List.of("run", plan.toString()));
    arguments.addAll(List.of(more));
    return SluiceProcess.run(directory, arguments);
  }

  @Test
  void aSweepRestartsWorkloadsAndWritesAFolderForEachRun() throws Exception {
    SluiceProcess process =
        play(
            """
            vars: {size: 1KiB}
            workloads:
              senders: {type: send, threads: 2, rate: 50, size: "${size}"}
              receivers: {type: receive, threads: 2, receive-timeout: 200ms}
            run: {interval: 500ms}
            objectives: [{senders: p99 < 10s}, {senders: p50 < 1us}]
            harness-share: 100%
            steps:
              - for-each: {size: [1KiB, 4KiB]}
                do:
                  - measure: ${size}
                    for: 1s
            """,
            "--out", directory.resolve("results").toString());
    assertThat(process.exitCode()).as("%s", process).isEqualTo(4);
    assertThat(process.lines())
        .anyMatch(line -> line.strip().matches("1KiB +[\\d,]+\\.\\d/s +[\\d,]+\\.\\d/s .*"))
        .anyMatch(line -> line.strip().matches("4KiB +[\\d,]+\\.\\d/s +[\\d,]+\\.\\d/s .*"))
        .anyMatch(line -> line.strip().startsWith("PASS run 1: senders p99 < 10s: "))
        .anyMatch(line -> line.strip().startsWith("FAIL run 2: senders p50 < 1us: "));
    for (String run : List.of("run-1", "run-2")) {
      assertThat(Files.readAllLines(directory.resolve("results").resolve(run).resolve("steps.csv")))
          .hasSize(2);
    }
  }

  @Test
  @Tag("soak")
  void theDepthOfAQueueIsInquired() throws Exception {
    try (SimulatedCluster cluster = SimulatedCluster.builder().queueManagers("QM1").build()) {
      cluster.start("QM1");
      SluiceProcess process =
          play(
              """
              providers:
                qm: {type: ibmmq, host: 127.0.0.1, port: %d, channel: APP.SVRCONN, qmgr: QM1}
              workloads:
                senders: {type: send, queue: DEEP, rate: 100}
              run: {interval: 500ms}
              observers: {depth: {queue: DEEP}}
              steps:
                - wait: reached
                - pause: senders
                - wait: drained
                - measure: full
                  for: 1s
              """
                  .formatted(cluster.port("QM1")));
      assertThat(process.exitCode()).as("%s", process).isZero();
      int depth = cluster.status("QM1").depths().get("DEEP");
      assertThat(depth).isPositive();
      assertThat(process.lines())
          .anyMatch(line -> line.strip().startsWith("full ") && line.endsWith(" " + depth));
    }
  }

  /** A queue manager that was deployed again has another address. */
  @Test
  void eachRunConnectsToWhereTheTableLeadsWhenItBegins() throws Exception {
    try (SimulatedCluster cluster =
        SimulatedCluster.builder().queueManagers("QM1", "QM2").build()) {
      cluster.start("QM1");
      cluster.start("QM2");
      String table =
          "{\"channel\": [{\"name\": \"APP.SVRCONN\", \"type\": \"clientConnection\","
              + " \"clientConnection\": {\"connection\": [{\"host\": \"127.0.0.1\", \"port\":"
              + " PORT}], \"queueManager\": \"ANY\"}}]}";
      Path template = Files.writeString(directory.resolve("template"), table);
      Path ccdt = Files.writeString(directory.resolve("table.json"), table.replace("PORT", "1"));
      SluiceProcess process =
          play(
              """
              vars: {port: "0"}
              providers:
                qm: {type: ibmmq, ccdt: %s, qmgr: "*ANY"}
              workloads:
                senders: {type: send, queue: DEEP, total-rate: 20, size: "1${port}"}
              run: {interval: 500ms}
              steps:
                - for-each: {port: [%d, %d]}
                  set-up:
                    - exec: sed s/PORT/${port}/ %s >%s
                  do:
                    - {measure: "${port}", for: 1s}
              """
                  .formatted(ccdt, cluster.port("QM1"), cluster.port("QM2"), template, ccdt));
      assertThat(process.exitCode()).as("%s", process).isZero();
      assertThat(cluster.status("QM1").depths().get("DEEP")).isPositive();
      assertThat(cluster.status("QM2").depths().get("DEEP")).isPositive();
    }
  }

  @Test
  void aStepThatFailsEndsTheScenarioAndIsNamed() throws Exception {
    SluiceProcess process =
        play(
            """
            workloads: {senders: {type: send, rate: 10}}
            steps:
              - mark: here
              - exec: echo sorry; exit 7
              - mark: never
            """);
    assertThat(process.exitCode()).as("%s", process).isEqualTo(1);
    assertThat(process.lines())
        .contains(
            "sluice: step 2 of 3 (exec echo sorry; exit 7): 'echo sorry; exit 7' ended with exit"
                + " code 7: sorry")
        .noneMatch(line -> line.contains("never"));
  }

  /** Whether it has got as far as its steps, or is still being set up. */
  @ParameterizedTest
  @ValueSource(strings = {"steps", "set-up"})
  void aScenarioThatIsInterruptedPlaysItsLastSteps(String where) throws Exception {
    Path cut = directory.resolve("cut");
    Path plan =
        Files.writeString(
            directory.resolve("plan.yaml"),
            """
            workloads: {senders: {type: send, rate: 10}}
            %s:
              - exec: touch %s
              - {exec: sleep 600, timeout: 20m}
              - exec: touch %s.never
            finally:
              - exec: rm %s
            """
                .formatted(where, cut, cut, cut));
    try (LiveProcess process = LiveProcess.start("run " + plan)) {
      assertThat(Eventually.holds(LONG_ENOUGH, () -> Files.exists(cut))).as("%s", process).isTrue();
      process.interrupt();
      assertThat(process.exitCode(LONG_ENOUGH)).as("%s", process).isEqualTo(1);
      assertThat(cut).doesNotExist();
      assertThat(directory.resolve("cut.never")).doesNotExist();
      assertThat(process.lines()).anyMatch(line -> line.contains("interrupted"));
    }
  }

  /** Nor what they started, whether they are ready already or not. */
  @ParameterizedTest
  @ValueSource(strings = {"begun", "never"})
  void noProcessOutlivesAScenarioThatIsAskedToEnd(String readyLine) throws Exception {
    Path numbers = directory.resolve("numbers");
    Path plan =
        Files.writeString(
            directory.resolve("plan.yaml"),
            """
            workloads: {senders: {type: send, rate: 10}}
            processes:
              shell:
                command: bash -c 'sleep 1200 & echo $$$$ $$! > %s; echo begun; wait'
                ready-line: %s
                ready-within: 20m
            steps:
              - wait: 20m
            """
                .formatted(numbers, readyLine));
    try (LiveProcess process = LiveProcess.start("run " + plan)) {
      assertThat(Eventually.holds(LONG_ENOUGH, () -> words(numbers).size() == 2))
          .as("%s", process)
          .isTrue();
      List<ProcessHandle> begun =
          words(numbers).stream()
              .map(Long::valueOf)
              .flatMap(number -> ProcessHandle.of(number).stream())
              .toList();
      assertThat(begun).hasSize(2);
      process.signal("TERM");
      assertThat(process.exitCode(LONG_ENOUGH)).as("%s", process).isNotZero();
      assertThat(
              Eventually.holds(LONG_ENOUGH, () -> begun.stream().noneMatch(ProcessHandle::isAlive)))
          .as("%s", process)
          .isTrue();
    }
  }

  private static List<String> words(Path file) throws IOException {
    return Files.exists(file) ? List.of(Files.readString(file).strip().split(" ")) : List.of();
  }
}
