package dev.sluice.jms.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnblockingTest {

  /** Longer than an idle thread lives. */
  private static final Duration GRACE = Duration.ofMillis(1_500);

  private static final int WORKERS = 2_000;

  @Test
  void aCutThatHangsDoesNotHoldTheOthers() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(Unblocking.MAX_THREADS);

    for (int i = 0; i < Unblocking.MAX_THREADS; i++) {
      Unblocking.cutAfter(
          GRACE,
          () -> {
            begun.countDown();
            hangUntil(begun);
          });
    }

    assertThat(begun.await(2, TimeUnit.MINUTES)).isTrue();
  }

  /** Thousands of workers end at once, and the client library holds each close for a while. */
  @Test
  void workersThatEndAtOnceShareABoundedNumberOfThreads() throws InterruptedException {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    CountDownLatch allAtWork = new CountDownLatch(Unblocking.MAX_THREADS);
    CountDownLatch released = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(WORKERS);

    for (int i = 0; i < WORKERS; i++) {
      Unblocking.close(
          () -> {
            threads.add(Thread.currentThread());
            allAtWork.countDown();
            hangUntil(released);
            closed.countDown();
          });
    }
    assertThat(allAtWork.await(2, TimeUnit.MINUTES)).isTrue();
    released.countDown();

    assertThat(closed.await(2, TimeUnit.MINUTES)).isTrue();
    assertThat(threads).hasSize(Unblocking.MAX_THREADS);
  }

  private static void hangUntil(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
