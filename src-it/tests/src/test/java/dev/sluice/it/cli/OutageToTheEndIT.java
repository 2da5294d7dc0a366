package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The queue manager ends and does not come back: most of what was due has no latency, and whoever
 * looks at an objective sees that it is missed.
 */
@Tag("soak")
class OutageToTheEndIT {

  private static final String PLAN =
      """
      processes:
        group:
          command: java -Xmx128m -jar %s --queue-managers QM1 --base-port %d --admin %d --start 1
          ready-line: commands on port
      providers:
        group: {type: ibmmq, port: %2$d, channel: APP.SVRCONN, qmgr: QM1}
      workloads:
        senders: {type: send, queue: REQUEST, threads: 4, rate: 10}
      run: {interval: 500ms}
      objectives: [p99 < 500ms, dropped == 0]
      steps:
        - wait: 4s
        - admin: stop QM1
          at: 127.0.0.1:%3$d
      """;

  @TempDir Path directory;

  private SluiceProcess play(String steps) throws Exception {
    List<Integer> ports = FreePorts.take(2);
    Path simulator = PackagedProgram.root().resolve("src-it/mqsim/target/mqsim.jar");
    Path plan =
        Files.writeString(
            directory.resolve("plan.yaml"),
            PLAN.formatted(simulator, ports.get(0), ports.get(1)) + steps);
    return SluiceProcess.run(directory, List.of("run", plan.toString(), "--out", "results/run"));
  }

  @Test
  void allThatIsSaidOfObjectivesIsThatTheyAreMissed() throws Exception {
    SluiceProcess process =
        play("  - {measure: broken, for: 5s, objectives: [p99 < 500ms]}\n  - wait: 7s\n");
    assertThat(process.exitCode()).as("%s", process).isEqualTo(4);
    assertThat(process.lines().stream().map(String::strip))
        .as("%s", process)
        .anyMatch(
            line -> line.matches("FAIL broken: senders p99 < 500ms: at least .*s \\(.* overdue.*"))
        .anyMatch(line -> line.matches("FAIL senders p99 < 500ms: at least .*s \\(.* overdue.*"))
        .anyMatch(line -> line.matches("FAIL senders dropped == 0: at least .* \\(.* overdue.*"))
        .anyMatch(line -> line.matches("p99 of all that was due: at least .*s \\(.* overdue.*"))
        .noneMatch(line -> line.startsWith("PASS"));
    assertThat(Files.readString(directory.resolve("results/run/report.html")))
        .containsPattern("\"headline\":\"\\d of \\d objectives missed\"");
    SluiceProcess runs = SluiceProcess.run(directory, List.of("runs", "results", "--csv"));
    assertThat(runs.lines()).as("%s", runs).anyMatch(line -> line.contains(",missed,"));
  }

  @Test
  void aSearchFindsNoRate() throws Exception {
    SluiceProcess process =
        play(
            "  - {find-max: m, from: 40, settle: 500ms, window: 2s, within: 30s,"
                + " objectives: [p99 < 500ms]}\n");
    assertThat(process.exitCode()).as("%s", process).isEqualTo(1);
    assertThat(process.lines())
        .as("%s", process)
        .anyMatch(line -> line.matches(".*find-max of senders: no rate met .* overdue.*"));
  }
}
