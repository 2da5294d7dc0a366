package dev.sluice.core.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.worker.WorkerOpening.AttemptRate;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class AttemptRateTest {

  private static final long GAP_NANOS = 2_000_000;

  @Test
  void attemptsAreNeverCloserThanTheRateAllowsAndNoLaterThanItAsks() {
    SplittableRandom random = new SplittableRandom(5);
    AttemptRate rate = new AttemptRate(500, -77);
    long nowNanos = -77;
    long lastNanos = -77 - GAP_NANOS;
    for (int i = 0; i < 100_000; i++) {
      nowNanos += random.nextInt(3) == 0 ? random.nextLong(5 * GAP_NANOS) : 0;
      long slotNanos = rate.slotFrom(nowNanos);
      assertThat(slotNanos).isEqualTo(Math.max(nowNanos, lastNanos + GAP_NANOS));
      lastNanos = slotNanos;
    }
  }
}
