package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gates that play real runs, each in a process of its own. */
class GateIT {

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
      assertThat(folder.resolve("out/round-3/a2.log")).content().contains("summary: measured ");
      assertThat(said).doesNotContain(CANARY);
    }
  }

  @Test
  void itsRunsEndWithItAndShowNoSecret() throws Exception {
    Files.writeString(
        folder.resolve("plan.yaml"),
        """
        providers: {nobody: {type: 'null'}}
        workloads: {senders: {type: send, queue: Q, threads: 1, total-rate: 10}}
        run: {interval: 1s, duration: 1h}
        """);
    Process gate =
        SluiceProcess.start(
            folder,
            folder.resolve("output.txt"),
            List.of(
                "gate",
                "plan.yaml",
                "--against",
                "set=run.label+=password=" + CANARY,
                "--out",
                "out"));
    Path log = folder.resolve("out/screen/a1.log");
    while (gate.isAlive() && !(Files.exists(log) && Files.readString(log).contains("10.0"))) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    List<ProcessHandle> runs = gate.descendants().toList();
    assertThat(runs).as(Files.readString(folder.resolve("output.txt"))).hasSize(1);
    assertThat(runs.get(0).info().commandLine().orElseThrow())
        .contains("@")
        .doesNotContain(CANARY, "plan.yaml");

    gate.destroyForcibly().waitFor();

    runs.get(0).onExit().get(2, TimeUnit.MINUTES);
    assertThat(ChildProcess.living()).doesNotContain(runs.get(0));
  }
}
