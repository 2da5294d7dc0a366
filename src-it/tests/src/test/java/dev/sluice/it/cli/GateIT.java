package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.control.analysis.compare.RunFigures;
import dev.sluice.control.measure.Metric;
import dev.sluice.control.recorded.RecordedRun;
import dev.sluice.it.run.ChildProcess;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.json.JSONObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gates that play real runs, each in a process of its own. */
class GateIT {

  private static final int MOST_PLAYED = 10;
  private static final String CANARY = "c4n4ry-gate";

  private static final String PLAN =
      """
      providers:
        mq: {type: ibmmq, host: 127.0.0.1, port: %d, channel: DEV.APP.SVRCONN, qmgr: QM1}
      workloads:
        senders: {type: send, queue: DEV.QUEUE.1, threads: 4, total-rate: 10}
      run: {interval: 250ms, warmup: 500ms, duration: 2s}
      """;

  @TempDir Path folder;

  @Test
  @Tag("soak") // it takes fourteen runs
  void aBrokerThatAnswersLaterIsWorse() throws Exception {
    try (EmbeddedQueueManager fast = EmbeddedQueueManager.named("QM1").start();
        EmbeddedQueueManager slow = EmbeddedQueueManager.named("QM1").start()) {
      fast.delay(Duration.ofMillis(30));
      slow.delay(Duration.ofMillis(120));
      Files.writeString(folder.resolve("plan.yaml"), PLAN.formatted(slow.getPort()));

      SluiceProcess gate =
          SluiceProcess.run(
              folder,
              List.of(
                  "gate",
                  "plan.yaml",
                  "--against",
                  "set=providers.mq.port=" + fast.getPort(),
                  "--set",
                  "run.label+=password=" + CANARY,
                  "--metric",
                  "senders: p50",
                  "--rounds",
                  "6",
                  "--out",
                  "out",
                  "--json",
                  "--junit",
                  "gate.xml",
                  "--markdown",
                  "gate.md"));

      String said = String.join("\n", gate.lines());
      assertThat(gate.exitCode()).as(said).isEqualTo(4);
      JSONObject found = new JSONObject(gate.lines().get(gate.lines().size() - 1));
      assertThat(found.getString("answer")).isEqualTo("worse");
      JSONObject p50 = found.getJSONArray("figures").getJSONObject(0);
      assertThat(p50.getDouble("a")).isBetween(30.0, 100.0);
      assertThat(p50.getDouble("b")).isGreaterThan(120);
      assertThat(folder.resolve("gate.xml")).content().contains("failures=\"1\"", "senders p50");
      assertThat(folder.resolve("gate.md")).content().startsWith("### Gate: worse after ");
      assertThat(folder.resolve("out/screen/b1/run.json")).exists();
      assertThat(folder.resolve("out/round-3/a2/report.html")).exists();
      assertThat(folder.resolve("out/round-3/a2.log")).content().contains("measured   ");
      assertThat(said).doesNotContain(CANARY);
    }
  }

  @Test
  void eachSideIsPlayedByRunsOfItsOwn() throws Exception {
    try (EmbeddedQueueManager fast = EmbeddedQueueManager.named("QM1").start();
        EmbeddedQueueManager slow = EmbeddedQueueManager.named("QM1").start()) {
      fast.delay(Duration.ofMillis(30));
      slow.delay(Duration.ofMillis(120));
      Files.writeString(folder.resolve("plan.yaml"), PLAN.formatted(slow.getPort()));
      playScreen(fast.getPort());
      for (int again = 1; again < MOST_PLAYED && !isJudged(); again++) {
        Files.move(folder.resolve("out"), folder.resolve("out-" + again));
        playScreen(fast.getPort());
      }

      assertThat(p50Millis("screen/a1")).isBetween(30.0, 100.0);
      assertThat(p50Millis("screen/b1")).isGreaterThan(120);
      assertThat(folder.resolve("out/screen/a1/report.html")).exists();
      assertThat(folder.resolve("output.txt"))
          .content()
          .contains("screen   senders achieved ")
          .doesNotContain(CANARY);
      assertThat(filesWithTheSecret()).isEmpty();
    }
  }

  /** Up to the first round. */
  private void playScreen(int against) throws Exception {
    Process gate = start("set=providers.mq.port=" + against, "--set", "run.duration=1500ms");
    await(gate, "round-1/a1.log", "");
    gate.destroy();
    gate.waitFor();
  }

  /**
   * A host without a processor for the harness does not judge its screen, which is played again.
   */
  private boolean isJudged() throws IOException {
    String output = Files.readString(folder.resolve("output.txt"));
    return !output.contains("the harness stood still") && !output.contains("it is not judged");
  }

  private double p50Millis(String run) throws IOException {
    return RunFigures.of(RecordedRun.open(folder.resolve("out").resolve(run)), run)
        .subjects()
        .get("senders")
        .values()
        .get(Metric.of("p50").orElseThrow());
  }

  private Process start(String against, String... more) throws IOException {
    List<String> line = new ArrayList<>(List.of("gate", "plan.yaml", "--out", "out"));
    line.addAll(List.of("--against", against, "--set", "run.label+=password=" + CANARY));
    line.addAll(List.of(more));
    return SluiceProcess.startWith(
        List.of("-Djava.io.tmpdir=" + folder), folder, folder.resolve("output.txt"), line);
  }

  private void await(Process gate, String log, String text) throws Exception {
    Path file = folder.resolve("out").resolve(log);
    while (gate.isAlive() && !(Files.exists(file) && Files.readString(file).contains(text))) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    assertThat(gate.isAlive()).as(Files.readString(folder.resolve("output.txt"))).isTrue();
  }

  private List<Path> filesWithTheSecret() throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(CANARY)) {
          found.add(file);
        }
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itsRunsEndWithItAndShowNoSecret(boolean forcibly) throws Exception {
    Files.writeString(
        folder.resolve("plan.yaml"),
        """
        providers: {nobody: {type: 'null'}}
        workloads: {senders: {type: send, queue: Q, threads: 1, total-rate: 10}}
        run: {interval: 1s, duration: 1h}
        """);
    Process gate = start("set=workloads.senders.threads=2");
    await(gate, "screen/a1.log", "10.0");
    List<ProcessHandle> runs = gate.descendants().toList();
    assertThat(runs).hasSize(1);
    assertThat(runs.get(0).info().commandLine().orElseThrow())
        .contains("@")
        .doesNotContain(CANARY, "plan.yaml");

    if (forcibly) {
      gate.destroyForcibly();
    } else {
      gate.destroy();
    }
    gate.waitFor();

    runs.get(0).onExit().get(2, TimeUnit.MINUTES);
    assertThat(ChildProcess.living()).doesNotContain(runs.get(0));
    assertThat(filesWithTheSecret()).isEmpty();
  }
}
