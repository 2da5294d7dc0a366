package dev.sluice.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.run.PackagedProgram;
import dev.sluice.it.run.StepsTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rehearsal of the cluster that shrinks, with fewer workers and shorter windows. */
@Tag("soak")
class ShrinkingClusterIT {

  private static final int WORKERS = 12;

  @TempDir Path directory;

  @Test
  void noWorkerIsLostAndEachStepSaysHowLongItTookToBalance() throws Exception {
    Path root = PackagedProgram.root();
    String text =
        Files.readString(root.resolve("config/e1-uniform-cluster/shrinking-small.yaml"))
            .replace("threads: 180", "threads: " + WORKERS)
            .replace("total-rate: 1000", "total-rate: 200")
            .replaceAll("total: (\\d+)0}", "total: $1}") // a tenth of each
            .replace("settle: 2s", "settle: 1s")
            .replace("for: 4s", "for: 2s")
            .replace("within: 30s", "within: 3m") // on a busy host moves take long
            .replace("interval: 1s", "interval: 500ms");
    Path plan = Files.writeString(directory.resolve("plan.yaml"), text);

    SluiceProcess process = ClusterRehearsal.play(directory, plan, directory.resolve("out"));

    assertThat(process.exitCode()).as("%s", process).isZero();
    assertThat(process.lines())
        .filteredOn(line -> line.contains("workers lost"))
        .hasSize(2)
        .allMatch(line -> line.endsWith("workers lost 0"));
    assertThat(process.lines().stream().map(String::strip))
        .contains("PASS senders errors == 0: 0", "PASS receivers errors == 0: 0")
        .anyMatch(line -> line.endsWith("stopping: the scenario has ended"));
    StepsTable steps = StepsTable.read(directory.resolve("out/steps.csv"));
    assertThat(steps.column("queue_managers")).containsExactly("4", "3", "2", "1");
    assertThat(steps.column("workers")).containsOnly(Integer.toString(WORKERS));
    for (String step : List.of("3 queue managers", "2 queue managers", "1 queue managers")) {
      for (String workload : List.of("senders", "receivers")) {
        assertThat(steps.figure(step, "reconnected_" + workload + "_seconds")).isPositive();
        assertThat(steps.figure(step, "balanced_" + workload + "_seconds")).isPositive();
      }
    }
  }
}
