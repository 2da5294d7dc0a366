package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.run.ChildProcess;
import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The requesters and responders of the small form of E2, persistent, on a simulated queue manager
 * with a log, whose process is killed and started again twice.
 */
@Tag("soak")
class KilledQueueManagerIT {

  /** Called with start or kill. */
  private static final String QUEUE_MANAGER =
      """
      if [ $1 = kill ]; then kill -9 $(cat pid); exit; fi
      java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m -jar "%s" --queue-managers QM1 \\
        --base-port %d --admin %d --log log > qm.txt 2>&1 &
      echo $! > pid
      while kill -0 $(cat pid) && ! grep -q 'commands on port' qm.txt; do sleep 0.2; done
      """;

  private static final String KILL_AND_START =
      """
        - wait: 2s
        - exec: sh qm.sh kill
        - exec: sh qm.sh start
          timeout: 2m
        - wait: reconnected
          within: 3m
      """;

  @TempDir Path directory;

  @AfterEach
  void killIt() throws IOException, InterruptedException {
    ChildProcess.builder("sh", "qm.sh", "kill")
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  @Test
  void noPersistentMessageOfEitherDirectionIsLost() throws Exception {
    Path root = PackagedProgram.root();
    int port = FreePorts.take();
    Path simulator = root.resolve("src-it/mqsim/target/mqsim.jar");
    Files.writeString(
        directory.resolve("qm.sh"), QUEUE_MANAGER.formatted(simulator, port, FreePorts.take()));
    Path shipped = root.resolve("config/e2-request-reply-sweep/e2-small.yaml");
    Path plan = Files.writeString(directory.resolve("plan.yaml"), plan(shipped, port));

    SluiceProcess process = SluiceProcess.run(directory, List.of("run", plan.toString()));

    assertThat(process.lines())
        .as("%s", process)
        .anyMatch(line -> line.endsWith("* stopping: the scenario has ended"))
        .noneMatch(line -> line.startsWith("sluice: step "));
    assertThat(process.lines().stream().filter(line -> line.strip().startsWith("delivery ")))
        .as("%s", process)
        .hasSize(2)
        .allMatch(line -> line.contains(" lost 0,") && line.contains(" duplicates 0,"));
  }

  /** The shipped workloads, at the queue manager, and steps that kill it. */
  private static String plan(Path shipped, int port) throws IOException {
    String text = Files.readString(shipped);
    String workloads =
        text.substring(text.indexOf("\nworkloads:"), text.indexOf("\nrun:"))
            .replace("    type: ", "    verify: true\n    type: ")
            .replace("    threads: 1\n", "    threads: 8\n    total-rate: 100\n")
            .replace("receive-timeout: 30s", "receive-timeout: 2m");
    return workloads
        + """

        vars: {size: 2KiB, persistent: "true"}
        providers:
          qm: {type: ibmmq, host: 127.0.0.1, port: %d, qmgr: QM1, channel: APP.SVRCONN, reconnect: qmgr}
        run: {id: e2, interval: 1s, stop-timeout: 2m}
        set-up:
          - exec: sh qm.sh start
            timeout: 2m
        steps:
        """
            .formatted(port)
        + KILL_AND_START
        + KILL_AND_START
        + "  - wait: 2s\n";
  }
}
