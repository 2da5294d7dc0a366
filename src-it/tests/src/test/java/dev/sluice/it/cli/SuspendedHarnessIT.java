package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.legacy.LiveProcess;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A harness that is suspended in the middle of a run, as by a debugger or a frozen container. */
class SuspendedHarnessIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Pattern STARTED = Pattern.compile(".*all workers are up.*");
  private static final Pattern TOLD =
      Pattern.compile(".*the harness stood still for \\d+\\.\\d s \\(.*\\): it was suspended.*");
  private static final Pattern VERDICT =
      Pattern.compile(".*harness limited: .*standstill \\d+\\.\\d s from .*");

  @Test
  void itSaysSoAndTakesTheBlameForWhatItGaveUp() throws Exception {
    try (LiveProcess run =
        LiveProcess.start(
            "send --provider null --threads 4 --rate 100 --catch-up 500ms --duration 8s")) {
      assertThat(run.await(0, STARTED, PATIENCE)).as("%s", run).isPresent();
      run.signal("STOP");
      Thread.sleep(2000); // for the process, which is a real one, time passes
      run.signal("CONT");
      assertThat(run.await(0, TOLD, PATIENCE)).as("%s", run).isPresent();
      run.exitCode(PATIENCE);
      assertThat(run.await(0, VERDICT, PATIENCE)).as("%s", run).isPresent();
    }
  }
}
