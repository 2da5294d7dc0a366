package dev.sluice.core.run;

import static dev.sluice.core.run.WorkloadSpecs.draining;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static dev.sluice.core.run.WorkloadSpecs.unlimited;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.result.Summary;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.Worker.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workloads that go on after the end of the run until nothing is left for them. */
@ExtendWith(InVirtualTime.class)
class DrainTest {

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDrainingWorkloadGoesOnUntilNothingIsLeftWhereverItStands(boolean first) throws Exception {
    BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    CountDownLatch stopping = new CountDownLatch(1);
    AtomicInteger received = new AtomicInteger();
    TestWorkers senders =
        new TestWorkers(
            worker -> {
              queue.add(1);
              return Outcome.DONE;
            });
    TestWorkers receivers =
        new TestWorkers(
            worker -> {
              LiveRun.await(stopping); // so there is a backlog when the run stops
              if (queue.poll() == null) {
                VirtualTime.current().spend(5_000_000);
                return Outcome.NOTHING;
              }
              received.incrementAndGet();
              return Outcome.DONE;
            });
    WorkloadSpec sending = perWorker("senders", senders, 2, 5000);
    WorkloadSpec draining = draining(unlimited("receivers", receivers, 2), Duration.ofSeconds(1));
    RunSpec spec =
        LiveRun.spec(
            Duration.ofMillis(200),
            Duration.ZERO,
            first ? draining : sending,
            first ? sending : draining);
    LiveRun run = LiveRun.of(spec);
    run.next(RunEvent.Kind.STOPPING);
    stopping.countDown();
    Summary summary = run.summary();
    assertThat(queue).isEmpty();
    assertThat(received.get()).isPositive();
    assertThat(summary.workloads().get(1).whole().counts().iterations())
        .isEqualTo(summary.workloads().get(0).whole().counts().iterations());
  }

  @Test
  void aDrainThatDoesNotComeToItsEndIsTold() throws Exception {
    CountDownLatch someDone = new CountDownLatch(100);
    WorkloadSpec busy =
        draining(unlimited("busy", TestWorkers.counting(someDone), 2), Duration.ofSeconds(1));
    RunSpec spec =
        new RunSpec(
            "test",
            List.of(busy),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofMillis(50),
            Duration.ofMillis(300));
    LiveRun run = LiveRun.of(spec);
    LiveRun.await(someDone);
    run.stopAndSummary();
    assertThat(run.events.get(run.events.size() - 1).text()).startsWith("busy still working");
  }
}
