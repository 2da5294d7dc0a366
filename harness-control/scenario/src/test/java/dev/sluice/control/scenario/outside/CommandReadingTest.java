package dev.sluice.control.scenario.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.measure.Observed;
import dev.sluice.control.measure.Reading;
import dev.sluice.control.scenario.step.StepFailedException;
import dev.sluice.control.scenario.yaml.ShellCommand;
import dev.sluice.core.time.NanoClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandReadingTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo 777                                              | 777",
        "echo 'mqhost1: warning 12' >&2; echo 777              | 777",
        "printf '  -1.5e3 \\n\\n'                              | -1500",
        "printf '12\\t/var/mqm/log\\n' | cut -f1               | 12",
        "echo +0.25                                            | 0.25",
      })
  void readsTheNumberOnStandardOutput(String line) throws Exception {
    int bar = line.lastIndexOf('|');
    double expected = Double.parseDouble(line.substring(bar + 1).strip());
    assertThat(read(line.substring(0, bar))).isCloseTo(expected, within(1e-9));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo 'ssh: mqhost1: Name or service not known' >&2; exit 255",
        // awk ends well, and writes a number, although nothing came through the pipe
        "(echo 'no route to 10.0.0.1' >&2; exit 255) | awk 'END {print $2 / 100}'",
        "echo 777 >&2",
        "echo 12 files",
        "echo mqhost1",
        "echo 1; echo 2",
        "echo NaN",
        "echo 0x10",
        "echo 1,5",
        "true",
      })
  void hasNoNumberWhereThereIsDoubt(String command) {
    assertThatThrownBy(() -> read(command))
        .isInstanceOf(StepFailedException.class)
        .hasMessageContaining("'" + command + "'")
        .hasMessageNotContaining("\n");
  }

  @Test
  void reportsTheCommandsOwnError() {
    assertThatThrownBy(() -> read("echo 'Permission denied' >&2; exit 3"))
        .hasMessageEndingWith("ended with exit code 3: Permission denied");
    assertThatThrownBy(() -> read("echo 'no such file' >&2"))
        .hasMessageEndingWith("wrote no number: no such file");
  }

  @Test
  void aCommandThatWritesTooMuchHasNoNumber() {
    assertThatThrownBy(() -> read("head -c 1048577 /dev/zero | tr '\\0' 1"))
        .hasMessageEndingWith("wrote more than 1048576 bytes");
  }

  @Test
  void theLastLineOfMuchOutputIsKeptAndCannotCommandATerminal() throws Exception {
    String command = "head -c 3000000 /dev/zero | tr '\\0' x; printf '\\nit is \\033[31mdone\\n'";
    assertThat(new Shell().run(ShellCommand.of(command), TIMEOUT).lastLine())
        .isEqualTo("it is ?[31mdone");
    assertThatThrownBy(() -> read("printf '\\033[2Jno\\n' >&2; exit 3"))
        .hasMessageEndingWith("ended with exit code 3: ?[2Jno");
  }

  @Test
  void leavesAGapWhileACommandFails(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("cpu");
    try (Observers observers =
        new Observers(
            List.of(
                new Observer(
                    "host",
                    new Observer.CommandOutput(
                        ShellCommand.of("cat " + file), TIMEOUT, Observer.Reads.CPU_SECONDS))),
            Map.of(),
            Map.of(),
            () -> 0,
            NanoClock.SYSTEM)) {
      Files.writeString(file, "10.0\n");
      assertThat(observers.read().readings().get("host").reading())
          .isEqualTo(new Reading.Cpu(10_000_000_000L, 0));
      Files.delete(file);
      assertThat(observers.read().readings()).doesNotContainKey("host");
      Files.writeString(file, "14.0\n");
      assertThat(observers.read().readings().get("host").reading())
          .isEqualTo(new Reading.Cpu(14_000_000_000L, 0));
    }
  }

  @Test
  void coresAreThoseBetweenTwoReadings() {
    Observed first = host(0, 10);
    Observed gap = new Observed(1, 0, Map.of());
    Observed later = host(2, 14);

    assertThat(later.coresSince(first)).containsEntry("host", 2.0);
    assertThat(gap.coresSince(first)).isEmpty();
    assertThat(later.coresSince(gap)).isEmpty();
    // a host that was restarted counts from 0
    Observed restarted = host(3, 1);
    assertThat(restarted.coresSince(later)).isEmpty();
    assertThat(restarted.cpuMicrosPerIteration(later, 1)).containsOnlyKeys("harness");
  }

  /** Another host took this long to answer that all readings had been made ten later. */
  private static Observed host(long atNanos, long usedNanos) {
    return new Observed(
        atNanos + 10, 0, Map.of("host", new Observed.At(atNanos, new Reading.Cpu(usedNanos, 4))));
  }

  private static double read(String command) throws Exception {
    Observer.CommandOutput number =
        new Observer.CommandOutput(ShellCommand.of(command), TIMEOUT, Observer.Reads.VALUE);
    try (Observers around =
        new Observers(List.of(), Map.of(), Map.of(), () -> 0, NanoClock.SYSTEM)) {
      return ((Reading.Value) number.read(around)).value();
    }
  }
}
