package dev.sluice.mqsim.conversation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.queue.ManualTimer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CapacityLimiterTest {

  private final ManualTimer timer = new ManualTimer();
  private final List<Integer> done = new ArrayList<>();

  private void submit(CapacityLimiter limiter, int count) {
    IntStream.range(0, count).forEach(i -> limiter.submit(() -> done.add(i)));
  }

  @Test
  void withoutLimitEverythingIsDoneAtOnce() {
    submit(new CapacityLimiter(0, timer), 1_000);
    assertThat(done).hasSize(1_000);
  }

  @Test
  void overloadIsDoneAtTheRateAndInOrder() {
    submit(new CapacityLimiter(500, timer), 2_000);
    timer.advanceMillis(1_000);
    assertThat(done).hasSizeBetween(499, 515);
    timer.advanceMillis(2_000);
    assertThat(done).hasSizeBetween(1_499, 1_515);
    assertThat(done).isSorted();
    timer.advanceMillis(1_100);
    assertThat(done).hasSize(2_000);
  }

  @Test
  void belowTheRateNothingWaits() {
    CapacityLimiter limiter = new CapacityLimiter(100, timer);
    for (int i = 1; i <= 100; i++) {
      timer.advanceMillis(10);
      submit(limiter, 1);
      assertThat(done).hasSize(i);
    }
  }

  @Test
  void anotherRateAppliesFromThenOnAndKeepsTheOrder() {
    CapacityLimiter limiter = new CapacityLimiter(500, timer);
    submit(limiter, 2_000);
    timer.advanceMillis(1_000);
    int before = done.size();
    limiter.change(1_000);
    timer.advanceMillis(1_000);
    assertThat(done).hasSizeBetween(before + 980, before + 1_020).isSorted();
    limiter.change(0);
    submit(limiter, 1);
    timer.advanceMillis(10);
    assertThat(done).hasSize(2_001).last().isEqualTo(0);
  }
}
