package dev.sluice.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import dev.sluice.it.run.StepsTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rehearsal of the growing cluster whose receivers are another process, as it stands. How fast
 * it is, is not asked: another program may have the machine.
 */
@Tag("soak")
class TwoProcessesIT {

  @TempDir Path directory;

  @Test
  void bothAreMeasuredInEachStepAndSpreadOverAllQueueManagers() throws Exception {
    Path root = PackagedProgram.root();
    Path plan = root.resolve("config/e1-uniform-cluster/two-processes-small.yaml");
    Path out = directory.resolve("out");
    Map<String, String> settings =
        Map.of(
            "mqsim", root.resolve("src-it/mqsim/target/mqsim.jar").toString(),
            "sluice", root.resolve("harness-control/target/sluice.jar").toString(),
            "ccdt", directory.resolve("ccdt.json").toString(),
            "base-port", "0",
            "admin-port", Integer.toString(FreePorts.take()),
            "control-port", Integer.toString(FreePorts.take()));
    List<String> arguments = new ArrayList<>(List.of("run", plan.toString()));
    settings.forEach(
        (name, value) -> arguments.addAll(List.of("--set", "vars." + name + "=" + value)));
    arguments.addAll(List.of("--out", out.toString()));

    SluiceProcess process = SluiceProcess.run(directory, arguments);

    assertThat(process.exitCode()).as("%s", process).isZero();
    List<Map<String, String>> rows = StepsTable.read(out.resolve("steps.csv")).rows();
    assertThat(rows)
        .extracting(row -> row.get("step") + " " + row.get("workload"))
        .containsExactly(
            "1 queue manager senders",
            "1 queue manager app2/receivers",
            "2 queue managers senders",
            "2 queue managers app2/receivers",
            "3 queue managers senders",
            "3 queue managers app2/receivers");
    assertThat(rows)
        .extracting(row -> row.get("queue_managers"))
        .containsExactly("1", "1", "2", "2", "3", "3");
    assertThat(rows).extracting(row -> row.get("workers")).containsOnly("12");
    assertThat(rows.subList(2, 6))
        .extracting(row -> row.get("before_per_second"))
        .doesNotContain("");
    assertThat(rows)
        .extracting(row -> row.get("harness_cores").isEmpty())
        .containsExactly(false, true, false, true, false, true);
    assertThat(process.lines().stream().map(String::strip))
        .contains("PASS 3 queue managers: app2/receivers errors == 0: 0");
  }
}
