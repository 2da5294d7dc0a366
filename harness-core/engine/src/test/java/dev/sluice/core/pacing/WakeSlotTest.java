package dev.sluice.core.pacing;

import static dev.sluice.core.time.Nanos.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.PacingQuantum.WakeSlot;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WakeSlotTest {

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 16, 3_600_000, 5_000_000, 1_000_000_000})
  void aSlotComesOnceInEachQuantumFromAnyReadingOfTheClock(long quantumNanos) {
    SplittableRandom random = new SplittableRandom(quantumNanos);
    for (int i = 0; i < 10_000; i++) {
      WakeSlot slot = new WakeSlot(random.nextInt(WakeSlot.SLOTS));
      long nanos = random.nextLong(-1L << 60, 1L << 60); // readings may be negative
      long first = slot.firstFrom(nanos, quantumNanos);
      assertThat(first).isBetween(nanos, nanos + quantumNanos - 1);
      assertThat(slot.firstFrom(first, quantumNanos)).isEqualTo(first);
      assertThat(slot.firstFrom(first + 1, quantumNanos)).isEqualTo(first + quantumNanos);
    }
  }

  @Test
  void slotsAreEvenlySpreadOverTheQuantum() {
    long[] wakeUps =
        IntStream.range(0, WakeSlot.SLOTS)
            .mapToLong(k -> new WakeSlot(k).firstFrom(0, 16 * MILLI))
            .toArray();
    Arrays.sort(wakeUps);
    assertThat(wakeUps).containsExactly(IntStream.range(0, 16).mapToLong(k -> k * MILLI).toArray());
  }

  @Test
  void workersShareThemEvenly() {
    int[] workers = new int[WakeSlot.SLOTS];
    IntStream.range(0, 10 * WakeSlot.SLOTS)
        .forEach(index -> workers[WakeSlot.ofWorker(index).number()]++);
    assertThat(workers).containsOnly(10);
  }

  @Test
  void withoutAQuantumAnyMomentWillDo() {
    assertThat(new WakeSlot(5).firstFrom(12_345, 0)).isEqualTo(12_345);
  }
}
