package dev.sluice.control.scenario.outside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcStatTest {

  private static final String TWO_PROCESSORS =
      """
      cpu  100 20 30 5000 600 7 8 9 50 0
      cpu0 50 10 15 2500 300 3 4 5 25 0
      cpu1 50 10 15 2500 300 4 4 4 25 0
      intr 3288635 0 0
      """;

  @Test
  void busyIsAllButIdleAndWaitingForDisks() throws Exception {
    long ticks = 100 + 20 + 30 + 7 + 8 + 9; // what guests use is in the first already
    Reading.Cpu cpu = Proc.processors(TWO_PROCESSORS);
    assertThat(cpu.nanos()).isEqualTo(ticks * 10_000_000L);
    assertThat(cpu.processors()).isEqualTo(2);
  }

  @Test
  void aHostIsNeverBusierThanAllItsProcessors() throws Exception {
    Observed before = observed(0, TWO_PROCESSORS);
    // 200 ticks of two processors are a second; the answers were read 0.9 s apart
    Observed later = observed(900_000_000, TWO_PROCESSORS.replace("cpu  100", "cpu  300"));
    Observed half =
        observed(900_000_000, TWO_PROCESSORS.replace("100 20 30 5000", "200 20 30 5100"));
    Observed lessWaiting =
        observed(900_000_000, TWO_PROCESSORS.replace("100 20 30 5000 600", "300 20 30 5000 599"));

    assertThat(later.figuresSince(before).shares()).containsEntry("host", 1.0);
    assertThat(half.figuresSince(before).shares()).containsEntry("host", 0.5);
    assertThat(lessWaiting.figuresSince(before).shares()).containsEntry("host", 1.0);
    assertThat(half.coresSince(before)).containsEntry("host", 1.0);
  }

  private static Observed observed(long nanos, String procStat) throws Exception {
    return new Observed(
        nanos, 0, Map.of("host", new Observed.At(nanos, Proc.processors(procStat))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu  1 2 3\n", "ssh: mqhost1 is unknown\n", "cpu  1 2 3 4 5 6 7 8\n"})
  void anInvalidValueIsRejected(String text) {
    assertThatThrownBy(() -> Proc.processors(text)).isInstanceOf(StepFailedException.class);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void thisHostCanBeRead() throws Exception {
    Observer.CommandOutput host =
        new Observer.CommandOutput(
            ShellCommand.of("cat /proc/stat"), Duration.ofSeconds(60), Observer.Reads.PROC_STAT);
    Reading.Cpu cpu;
    try (Observers around =
        new Observers(List.of(), Map.of(), Map.of(), () -> 0, NanoClock.SYSTEM)) {
      cpu = (Reading.Cpu) host.read(around);
    }
    assertThat(cpu.nanos()).isPositive();
    long processors =
        Files.readAllLines(Path.of("/proc/stat")).stream()
            .filter(line -> line.matches("cpu\\d+ .*"))
            .count();
    assertThat(cpu.processors()).isEqualTo((int) processors);
  }
}
