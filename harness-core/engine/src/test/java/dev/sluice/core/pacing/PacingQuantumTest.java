package dev.sluice.core.pacing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacingQuantumTest {

  @ParameterizedTest
  @CsvSource({"1, 0.3", "1, 50000", "180, 1", "180, 115", "500, 100", "10000, 5", "0, 1000000"})
  void withinTheBudgetWorkersWakeAtDueTimes(int workers, double rate) {
    assertThat(PacingQuantum.AUTO.nanosFor(workers, rate)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"1, 50001", "1, 1e6", "180, 1380", "501, 100", "10000, 1380"})
  void aboveItAllWorkersTogetherWakeAsOftenAsTheBudgetAllows(int workers, double rate) {
    long quantumNanos = PacingQuantum.AUTO.nanosFor(workers, rate);
    double wakeUps = workers * 1e9 / quantumNanos;
    assertThat(wakeUps)
        .isBetween(PacingQuantum.WAKE_UPS_PER_SECOND, 1.001 * PacingQuantum.WAKE_UPS_PER_SECOND);
    assertThat(quantumNanos)
        .as("never so fine that it changes nothing")
        .isGreaterThan((long) (1e9 / rate) - 1);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.3", "180, 1380", "10000, 1e6"})
  void aFixedOneIsTheSameForAll(int workers, double rate) {
    assertThat(new PacingQuantum(5_000_000).nanosFor(workers, rate)).isEqualTo(5_000_000);
    assertThat(PacingQuantum.EXACT.nanosFor(workers, rate)).isZero();
  }

  @Test
  void itIsNeverNegative() {
    assertThatThrownBy(() -> new PacingQuantum(-2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new CatchUp(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
