package dev.sluice.jms.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HangingCutTest {

  /** Longer than an idle thread lives. */
  private static final Duration GRACE = Duration.ofMillis(1_500);

  @Test
  void aCutThatHangsDoesNotHoldTheOthers() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(Unblocking.MAX_THREADS);

    for (int i = 0; i < Unblocking.MAX_THREADS; i++) {
      Unblocking.cutAfter(GRACE, () -> hangUntilAll(begun));
    }

    assertThat(begun.await(2, TimeUnit.MINUTES)).isTrue();
  }

  private static void hangUntilAll(CountDownLatch begun) {
    begun.countDown();
    try {
      begun.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
