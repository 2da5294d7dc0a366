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
}
