package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.sluice.it.legacy.LiveProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.json.JSONObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The terminal of a run has gone, as when an ssh session breaks. */
class HangUpIT {

  private static final Duration LONG_ENOUGH = Duration.ofMinutes(3);
  private static final Pattern STARTED = Pattern.compile(".*the schedule starts");

  @TempDir Path directory;

  /** Below nohup, as the processes that it starts then do. */
  private static boolean ignoresHangUps() throws IOException {
    Path status = Path.of("/proc/self/status");
    return Files.isReadable(status)
        && Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .anyMatch(line -> (Long.parseUnsignedLong(line.split("\\s+")[1], 16) & 1) == 1);
  }

  @Test
  void theRunEndsWithItsSummaryAndItsPage() throws Exception {
    assumeThat(ignoresHangUps()).as("hang-ups are ignored by whoever started this").isFalse();
    Path results = directory.resolve("results");
    try (LiveProcess process =
        LiveProcess.start("send --provider null --rate 10 --duration 1h --out " + results)) {
      assertThat(process.await(0, STARTED, LONG_ENOUGH)).as("%s", process).isPresent();
      process.signal("HUP");
      assertThat(process.exitCode(LONG_ENOUGH)).as("%s", process).isZero();
    }
    assertThat(new JSONObject(Files.readString(results.resolve("run.json"))).getString("state"))
        .isEqualTo("done");
    assertThat(results.resolve("report.html")).isRegularFile();
  }
}
