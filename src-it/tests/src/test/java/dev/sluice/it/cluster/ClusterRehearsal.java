package dev.sluice.it.cluster;

import dev.sluice.it.cli.SluiceProcess;
import dev.sluice.it.run.FreePorts;
import dev.sluice.it.run.PackagedProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A small form of the uniform cluster, on ports of its own. */
public final class ClusterRehearsal {

  private ClusterRehearsal() {}

  /**
   * Plays it to its end.
   *
   * @param directory where the process works
   * @param plan a changed copy of the scenario
   * @param out the folder of its results
   */
  public static SluiceProcess play(Path directory, Path plan, Path out)
      throws IOException, InterruptedException {
    return SluiceProcess.run(
        directory,
        List.of(
            "run",
            plan.toString(),
            "--set",
            "vars.mqsim=" + PackagedProgram.root().resolve("src-it/mqsim/target/mqsim.jar"),
            "--set",
            "vars.ccdt=" + directory.resolve("ccdt.json"),
            "--set",
            "vars.base-port=0",
            "--set",
            "vars.admin-port=" + FreePorts.take(),
            "--out",
            out.toString()));
  }
}
