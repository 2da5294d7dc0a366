package dev.sluice.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program where its results have no room: no file may grow beyond some KiB. */
@DisabledOnOs(OS.WINDOWS)
class FullDiskIT {

  private static final List<String> IN_SMALL_FILES =
      List.of("bash", "-c", "ulimit -f 8; exec \"$@\"", "bash");

  @TempDir Path directory;

  @Test
  void theRunGoesOnAndItsExitCodeTells() throws Exception {
    Path folder = directory.resolve("results");
    SluiceProcess process =
        SluiceProcess.run(
            directory,
            IN_SMALL_FILES,
            List.of(
                "send",
                "--total-rate",
                "200",
                "--interval",
                "100ms",
                "--duration",
                "3s",
                "--no-intervals",
                "--out",
                folder.toString()));

    assertThat(process.exitCode()).as("%s", process).isEqualTo(1);
    assertThat(process.lines())
        .filteredOn(line -> line.startsWith("sluice: cannot write " + folder))
        .singleElement()
        .asString()
        .contains(".", ": File too large; the run continues");
    assertThat(process.lines())
        .anyMatch(line -> line.contains("the duration has passed"))
        .noneMatch(line -> line.startsWith("\tat "));
  }
}
