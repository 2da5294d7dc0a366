package dev.sluice.core.bus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.EventBus.SinkQueue;
import dev.sluice.core.bus.Sink.WorkerStep;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary.Overflow;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.WorkerThread.WorkerState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Outputs that are slow, blocked or broken. */
@ExtendWith(InVirtualTime.class)
class EventBusTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  /** Keeps what it is told; blocked while it has no permits. */
  private static final class Output implements Sink {

    final List<String> told = new ArrayList<>(); // read after the end
    final Semaphore permits = new Semaphore(0);
    private boolean reached;

    void awaitBlocked() {
      VirtualTime.current().until(() -> reached);
    }

    @Override
    public void event(RunEvent event) {
      reached = true;
      VirtualTime.current().until(permits::tryAcquire);
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
  void allAreNotifiedInOrderEvenIfOneFails() throws InterruptedException {
    Output output = new Output();
    output.permits.release(1_000);
    List<String> failures = new ArrayList<>(); // read after the end
    Sink broken =
        new Sink() {
          @Override
          public void event(RunEvent event) {
            Thread.currentThread()
                .setUncaughtExceptionHandler((thread, e) -> failures.add(e.getMessage()));
            throw new IllegalStateException("broken");
          }
        };
    EventBus bus = new EventBus(VirtualTime.current(), List.of(broken, output));
    IntStream.range(0, 1_000).forEach(i -> bus.event(event("" + i)));
    assertThat(bus.close(LONG)).isZero();
    assertThat(output.told)
        .isEqualTo(IntStream.range(0, 1_000).mapToObj(Integer::toString).toList());
    assertThat(failures).hasSize(1_000).containsOnly("broken");
  }

  @Test
  void nobodyWaitsForABlockedOutputAndItsMissesAreCounted() throws InterruptedException {
    Output blocked = new Output();
    Output free = new Output();
    free.permits.release(10);
    EventBus bus = new EventBus(VirtualTime.current(), List.of(blocked, free));
    bus.event(event("first"));
    blocked.awaitBlocked();
    for (int i = 1; i <= SinkQueue.MAX_INTERVALS + 7; i++) {
      bus.interval(snapshot(i));
      VirtualTime.current().settle(); // those that can take it do
    }
    assertThat(blocked.told).isEmpty();
    assertThat(free.told).hasSize(SinkQueue.MAX_INTERVALS + 8);
    blocked.permits.release(10);
    assertThat(bus.close(LONG)).isZero();
    assertThat(blocked.told)
        .hasSize(SinkQueue.MAX_INTERVALS + 2)
        .startsWith("first", "interval 1")
        .endsWith("missed 7 and 0");
    assertThat(bus.overflows()).containsExactly(new Overflow("Output", 7, 0));
  }

  @Test
  void theEndDoesNotWaitForAnOutputThatStaysBlocked() throws InterruptedException {
    Output blocked = new Output();
    EventBus bus = new EventBus(VirtualTime.current(), List.of(blocked));
    bus.event(event("first"));
    assertThat(bus.close(Duration.ZERO)).isOne();
    blocked.permits.release();
  }

  @Test
  void aRemovedListenerIsNotNotified() throws InterruptedException {
    Output leaving = new Output();
    EventBus bus = new EventBus(VirtualTime.current(), List.of());
    bus.add(leaving);
    bus.event(event("first"));
    leaving.awaitBlocked();
    bus.event(event("second"));
    bus.remove(leaving);
    leaving.permits.release(10);
    bus.event(event("third"));
    assertThat(bus.close(LONG)).isZero();
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
    EventBus bus = new EventBus(VirtualTime.current(), List.of(output, follower));
    bus.event(event("first"));
    output.awaitBlocked();
    bus.worker(
        new WorkerStep(0, "w", "w-1", WorkerState.NEW, WorkerState.CONNECTING, Optional.empty()));
    for (int i = 1; i <= SinkQueue.MAX_EVENTS; i++) {
      bus.event(event("" + i));
    }
    output.permits.release(SinkQueue.MAX_EVENTS + 1);
    assertThat(bus.close(LONG)).isZero();
    assertThat(output.told).hasSize(SinkQueue.MAX_EVENTS + 1).endsWith("100000");
    assertThat(followed).containsExactly("w-1");
  }

  private static RunEvent event(String text) {
    return new RunEvent(Instant.EPOCH, 0, RunEvent.Kind.MARK, "", text);
  }

  private static Snapshot snapshot(int number) {
    return new Snapshot(number, Instant.EPOCH, 0, 0, false, "", 0, List.of());
  }
}
