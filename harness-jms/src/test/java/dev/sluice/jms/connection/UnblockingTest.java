package dev.sluice.jms.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnblockingTest {

  private static final int WORKERS = 2_000;

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
            await(released);
            closed.countDown();
          });
    }
    assertThat(allAtWork.await(2, TimeUnit.MINUTES)).isTrue();
    released.countDown();

    assertThat(closed.await(2, TimeUnit.MINUTES)).isTrue();
    assertThat(threads).hasSize(Unblocking.MAX_THREADS);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
