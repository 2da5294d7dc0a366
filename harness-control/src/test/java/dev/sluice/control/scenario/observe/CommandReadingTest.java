package dev.sluice.control.scenario.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.control.scenario.outside.Shell;
import dev.sluice.control.scenario.step.Observed;
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
        .isInstanceOf(ObservationException.class)
        .hasMessageContaining("'" + command + "'")
        .hasMessageNotContaining("\n");
  }

  @Test
  void saysWhatTheCommandComplainedOf() {
    assertThatThrownBy(() -> read("echo 'Permission denied' >&2; exit 3"))
        .hasMessageEndingWith("ended with exit code 3: Permission denied");
    assertThatThrownBy(() -> read("echo 'no such file' >&2"))
        .hasMessageEndingWith("wrote no number: no such file");
  }

  @Test
  void leavesAGapWhileACommandFails(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("cpu");
    try (Observers observers =
        new Observers(
            List.of(new ObserverSpec.Command("host", "cat " + file, TIMEOUT, true)),
            Map.of(),
            Map.of(),
            () -> 0,
            NanoClock.SYSTEM)) {
      Files.writeString(file, "10.0\n");
      assertThat(observers.read().cpuNanos()).containsEntry("host", 10_000_000_000L);
      Files.delete(file);
      assertThat(observers.read().cpuNanos()).isEmpty();
      Files.writeString(file, "14.0\n");
      assertThat(observers.read().cpuNanos()).containsEntry("host", 14_000_000_000L);
    }
  }

  @Test
  void coresAreThoseBetweenTwoReadings() {
    Observed first = new Observed(0, 0, Map.of("host", 10L), Map.of());
    Observed gap = new Observed(1, 0, Map.of(), Map.of());
    Observed later = new Observed(2, 0, Map.of("host", 14L), Map.of());

    assertThat(later.coresSince(first)).containsEntry("host", 2.0);
    assertThat(gap.coresSince(first)).isEmpty();
    assertThat(later.coresSince(gap)).isEmpty();
    // a host that was restarted counts from 0
    Observed restarted = new Observed(3, 0, Map.of("host", 1L), Map.of());
    assertThat(restarted.coresSince(later)).isEmpty();
    assertThat(restarted.cpuMicrosPerIteration(later, 1)).containsOnlyKeys("harness");
  }

  private static double read(String command) throws Exception {
    return new CommandReading(
            new ObserverSpec.Command("name", command, TIMEOUT, false), new Shell())
        .read();
  }
}
