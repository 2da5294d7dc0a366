package dev.sluice.core.run.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Hindrance;
import org.junit.jupiter.api.Test;

class ProcessMeterTest {

  private static final String STAT =
      """
      cpu  74608 2520 24433 1117073 6176 4054 0 500 0 0
      cpu0 37784 1260 11963 558537 3091 2025 0 250 0 0
      cpu1 36824 1260 12470 558536 3085 2029 0 250 0 0
      intr 114930548 113199788 3 0 5 263 0 4
      """;

  @Test
  void stolenTimeIsThatOfOneProcessorOnAverage() {
    assertThat(ProcessMeter.stolenNanos(STAT, ProcessMeter.processors(STAT)))
        .isEqualTo(2_500_000_000L);
  }

  /** All but the times in which it was idle or waited for a disk. */
  @Test
  void usedTimeIsThatOfOneProcessorOnAverage() {
    assertThat(ProcessMeter.usedNanos(STAT, ProcessMeter.processors(STAT)))
        .isEqualTo((74608 + 2520 + 24433 + 4054 + 500) * 10_000_000L / 2);
    assertThat(ProcessMeter.usedNanos("", 0)).isZero();
  }

  @Test
  void throttledTimeIsReadFromBothVersionsOfCgroups() {
    String two = "usage_usec 9\nnr_periods 4\nnr_throttled 2\nthrottled_usec 1500\n";
    String one = "nr_periods 4\nnr_throttled 2\nthrottled_time 1500000\n";
    assertThat(ProcessMeter.throttledNanos(two)).isEqualTo(1_500_000);
    assertThat(ProcessMeter.throttledNanos(one)).isEqualTo(1_500_000);
  }

  @Test
  void whatIsNotThereIsNothing() {
    assertThat(ProcessMeter.stolenNanos("", ProcessMeter.processors(""))).isZero();
    assertThat(ProcessMeter.stolenNanos("cpu  1 2 3\n", ProcessMeter.processors("cpu  1 2 3\n")))
        .isZero();
    assertThat(ProcessMeter.usedNanos("a b c d e f g h i j\ncpu0 1\n", 1)).isZero();
    assertThat(ProcessMeter.throttledNanos("usage_usec 9\n")).isZero();
  }

  @Test
  void thisProcessHasUsedItsProcessors() {
    CpuMeter meter = CpuMeter.ofThisProcess();
    assertThat(meter.cpuNanos()).isPositive();
    assertThat(meter.withheld().get(Hindrance.Kind.GARBAGE_COLLECTION)).isNotNegative();
  }
}
