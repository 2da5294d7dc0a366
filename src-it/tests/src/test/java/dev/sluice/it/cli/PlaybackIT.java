package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.recorded.ProfileTable;
import dev.sluice.core.pacing.Profile;
import dev.sluice.it.run.StepsTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run is recorded and played back, at its own, at half and at double speed: at the end of each
 * interval as many are due as the recording says, and in the end all are done.
 */
class PlaybackIT {

  @TempDir Path directory;

  @Test
  void aRecordedRunIsPlayedBack() throws Exception {
    Path recorded =
        played(
            "recorded",
            """
            workloads: {senders: {type: send, threads: 3, total-rate: 500, catch-up: unlimited}}
            steps:
              - wait: 1s
              - ramp: 700
                over: 2s
              - rate: 5
              - wait: 1s
            """);
    for (double speed : new double[] {0.5, 1, 2}) {
      Path again =
          played(
              "at-speed-" + speed,
              """
              workloads:
                clerks:
                  type: send
                  threads: 4
                  profile: %s
                  profile-speed: %s
                  catch-up: unlimited
              steps: [wait: %.0fms]
              """
                  .formatted(recorded, speed, 4_000 / speed));
      assertPlayed(again, new ProfileTable("", "", speed, 1).read(recorded).profile());
    }
  }

  /** The intervals of a plan's run. */
  private Path played(String name, String workloadsAndSteps) throws Exception {
    Path plan = directory.resolve(name + ".yaml");
    Files.writeString(
        plan, "providers: {none: {type: 'null'}}\nrun: {interval: 500ms}\n" + workloadsAndSteps);
    Path out = directory.resolve(name);
    SluiceProcess process =
        SluiceProcess.run(directory, List.of("run", plan.toString(), "--out", out.toString()));
    assertThat(process.exitCode()).as("%s", process).isZero();
    return out.resolve("intervals.csv");
  }

  private static void assertPlayed(Path intervals, Profile recorded) throws Exception {
    double due = 0;
    double done = 0;
    for (Map<String, String> row : StepsTable.read(intervals).rows()) {
      due += Double.parseDouble(row.get("due"));
      done += Double.parseDouble(row.get("done"));
      double end = Double.parseDouble(row.get("since_start_s"));
      double expected = recorded.iterationsAt(end);
      // times in the table have three decimals
      double error = 1 + 0.001 * recorded.peakRatePerSecondFrom(0);
      assertThat(due).as("due by " + end + " s").isCloseTo(expected, within(error));
    }
    assertThat(due).isGreaterThan(800);
    assertThat(done / due).as("%s of %s", done, due).isBetween(0.999, 1.0);
  }
}
