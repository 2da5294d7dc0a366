package dev.sluice.control.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that do what they should, in this process. */
class CommandLineTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send",
        "receive",
        "demo",
        "calibrate",
        "ctl",
        "ccdt",
        "report",
        "compare",
        "merge"
      })
  void everyCommandHasHelp(String command) {
    Execution execution = Execution.of(command, "--help");
    assertThat(execution.exitCode()).isZero();
    assertThat(execution.out()).startsWith("Usage: sluice " + command);
    assertThat(execution.err()).isEmpty();
  }

  @Test
  void helpIsGroupedByWhatOptionsAreAbout() {
    assertThat(Execution.of("send", "--help").out())
        .containsSubsequence(
            "Workers and their rate:",
            "--threads",
            "The run:",
            "--duration",
            "Destinations:",
            "--queue",
            "Provider:",
            "--provider",
            "IBM MQ",
            "--ccdt",
            "Options:",
            "--size",
            "Examples:")
        .doesNotContain("%n");
  }

  @Test
  void aDryRunTellsWhatWouldRun() {
    Execution execution =
        Execution.of(
            "send --dry-run --threads 180 --total-rate 20700 --queue REQUEST --queues 1..10"
                .split(" "));
    assertThat(execution.exitCode()).isZero();
    assertThat(execution.out())
        .contains("180 workers", "115.00/s each, 20700.00/s in total", "REQUEST1 to REQUEST10");
  }

  @Test
  void aDryRunShowsNoPassword(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("password"), "s3cret-word\n");
    Execution execution =
        Execution.of(
            "send",
            "--dry-run",
            "--provider",
            "artemis",
            "--user",
            "u",
            "--password-file",
            file.toString());
    assertThat(execution.exitCode()).as(execution.err()).isZero();
    assertThat(execution.out() + execution.err()).doesNotContain("s3cret-word");
  }

  @Test
  void optionsCanStandInAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("options.txt"), "--threads 7\n--rate 2.5\n");
    Execution execution = Execution.of("send", "--dry-run", "@" + file);
    assertThat(execution.out()).contains("7 workers, 2.50/s each, 17.50/s in total");
  }

  @Test
  void aRunWithACountDoesJustThat() {
    Execution execution =
        Execution.of("send --provider null --threads 3 --count 1000 --id T1".split(" "));
    assertThat(execution.exitCode()).as(execution.err()).isZero();
    assertThat(execution.out())
        .contains("summary of T1", "3000 measured, 3000 in all", "errors none")
        .contains("ended since all workers have ended");
  }

  @Test
  void sendersAndReceiversOfTheEmbeddedBrokerAreEachAProcess() {
    Execution execution = Execution.of("send --threads 2 --count 50 --size 2KiB".split(" "));
    assertThat(execution.exitCode()).as(execution.err()).isZero();
    assertThat(execution.out()).contains("100 measured, 100 in all");
  }

  @Test
  void aBrokerThatIsNotThereIsOneLineAndExitCode3() {
    Execution execution =
        Execution.of("receive --provider artemis --url tcp://127.0.0.1:1".split(" "));
    assertThat(execution.exitCode()).isEqualTo(ExitCode.NO_CONNECTION);
    assertThat(execution.err().lines()).hasSize(1);
    assertThat(execution.complaint()).startsWith("sluice: ").contains("127.0.0.1:1");
  }

  @Test
  void completionCanBeGenerated() {
    Execution execution = Execution.of("generate-completion");
    assertThat(execution.exitCode()).isZero();
    assertThat(execution.out()).contains("--pacing-quantum");
  }
}
