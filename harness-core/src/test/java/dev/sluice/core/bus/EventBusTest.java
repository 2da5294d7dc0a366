package dev.sluice.core.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Snapshot;
import dev.sluice.core.time.NanoClock;
import dev.sluice.core.worker.WorkerState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Outputs that are slow, blocked or broken. */
class EventBusTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  /** Keeps what it is told; blocked while it has no permits. */
  private static final class Output implements Sink {

    final List<String> told = new ArrayList<>(); // read after the end
    final Semaphore permits = new Semaphore(0);
    final CountDownLatch blocked = new CountDownLatch(1);

    @Override
    public void event(RunEvent event) {
      blocked.countDown();
      permits.acquireUninterruptibly();
      told.add(event.text());
    }

    @Override
    public void interval(Snapshot snapshot) {
      told.add("interval " + snapshot.number());
    }

    @Override
    public void missed(long intervals, long events) {
      told.add("missed " + intervals + " and " + events);
    }
  }

  @Test
  void allAreToldInOrderThoughOneOfThemFails() throws InterruptedException {
    Output output = new Output();
    output.permits.release(1_000);
    Sink broken =
        new Sink() {
          @Override
          public void event(RunEvent event) {
            throw new IllegalStateException("broken");
          }
        };
    EventBus reporters = new EventBus(NanoClock.SYSTEM, List.of(broken, output));
    IntStream.range(0, 1_000).forEach(i -> reporters.event(event("" + i)));
    assertThat(reporters.close(LONG)).isZero();
    assertThat(output.told)
        .isEqualTo(IntStream.range(0, 1_000).mapToObj(Integer::toString).toList());
  }

  @Test
  void nobodyWaitsForABlockedOutputAndWhatItMissedIsCounted() throws InterruptedException {
    Output blocked = new Output();
    Output free = new Output();
    free.permits.release(10);
    EventBus reporters = new EventBus(NanoClock.SYSTEM, List.of(blocked, free));
    reporters.event(event("first"));
    blocked.blocked.await();
    for (int i = 1; i <= SinkQueue.MAX_INTERVALS + 7; i++) {
      reporters.interval(snapshot(i));
    }
    assertThat(blocked.told).isEmpty();
    blocked.permits.release(10);
    assertThat(reporters.close(LONG)).isZero();
    assertThat(blocked.told)
        .hasSize(SinkQueue.MAX_INTERVALS + 2)
        .startsWith("first", "interval 1")
        .endsWith("missed 7 and 0");
  }

  @Test
  void theEndDoesNotWaitForAnOutputThatStaysBlocked() throws InterruptedException {
    Output blocked = new Output();
    EventBus reporters = new EventBus(NanoClock.SYSTEM, List.of(blocked));
    reporters.event(event("first"));
    assertThat(reporters.close(Duration.ZERO)).isOne();
    blocked.permits.release();
  }

  @Test
  void whoNoLongerListensIsToldNothingMore() throws InterruptedException {
    Output leaving = new Output();
    EventBus reporters = new EventBus(NanoClock.SYSTEM, List.of());
    reporters.add(leaving);
    reporters.event(event("first"));
    leaving.blocked.await();
    reporters.event(event("second"));
    reporters.remove(leaving);
    leaving.permits.release(10);
    reporters.event(event("third"));
    assertThat(reporters.close(LONG)).isZero();
    assertThat(leaving.told).doesNotContain("second", "third");
  }

  @Test
  void stepsOfWorkersTakeNoRoomBeforeThoseWhoDoNotFollowThem() throws InterruptedException {
    Output output = new Output();
    List<String> followed = new ArrayList<>();
    Sink follower =
        new Sink() {
          @Override
          public boolean followsWorkers() {
            return true;
          }

          @Override
          public void worker(WorkerStep step) {
            followed.add(step.worker());
          }
        };
    EventBus reporters = new EventBus(NanoClock.SYSTEM, List.of(output, follower));
    reporters.event(event("first"));
    output.blocked.await();
    reporters.worker(
        new WorkerStep(0, "w", "w-1", WorkerState.NEW, WorkerState.CONNECTING, Optional.empty()));
    for (int i = 1; i <= SinkQueue.MAX_EVENTS; i++) {
      reporters.event(event("" + i));
    }
    output.permits.release(SinkQueue.MAX_EVENTS + 1);
    assertThat(reporters.close(LONG)).isZero();
    assertThat(output.told).hasSize(SinkQueue.MAX_EVENTS + 1).endsWith("100000");
    assertThat(followed).containsExactly("w-1");
  }

  private static RunEvent event(String text) {
    return new RunEvent(Instant.EPOCH, 0, RunEvent.Kind.MARK, "", text);
  }

  private static Snapshot snapshot(int number) {
    return new Snapshot(number, Instant.EPOCH, 0, 0, false, "", List.of());
  }
}
