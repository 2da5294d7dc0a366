package dev.sluice.core.run;

import static dev.sluice.core.run.ControlledRun.assertRefused;
import static dev.sluice.core.run.RunControl.DEFAULT_WORKLOADS;
import static dev.sluice.core.run.WorkloadSpecs.HARDLY_EVER;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.stats.Standing.PaceMode;
import dev.sluice.core.time.InVirtualTime;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commands to a run, and those that it refuses. */
@ExtendWith(InVirtualTime.class)
class RunControlTest {

  @RegisterExtension final ControlledRun run = new ControlledRun();

  @Test
  void aPauseHoldsAndAResumeGoesOn() throws Exception {
    CountDownLatch iterations = new CountDownLatch(1000);
    run.start(perWorker("w", TestWorkers.counting(iterations), 2, HARDLY_EVER));
    assertThat(run.control().pause(DEFAULT_WORKLOADS).get(0).target().mode())
        .isEqualTo(PaceMode.PAUSED);
    run.control().changeRate("w", new RateChange.ToPerWorker(1000), Duration.ZERO);
    assertThat(run.status().target().mode())
        .as("a new rate does not end a pause")
        .isEqualTo(PaceMode.PAUSED);
    assertThat(run.control().resume("w").get(0).target().mode()).isEqualTo(PaceMode.PACED);
    LiveRun.await(iterations);
    run.next(RunEvent.Kind.PAUSED);
    run.next(RunEvent.Kind.RESUMED);
  }

  @Test
  void unknownWorkloadsAreRefused() throws Exception {
    run.start(perWorker("w", TestWorkers.idle(), 1, 1));
    assertRefused(() -> run.control().pause("x"), "unknown workload x; workloads: w");
    assertRefused(() -> run.control().resume("x"), "unknown workload x; workloads: w");
    assertRefused(() -> run.control().addWorkers("x", 1), "unknown workload x; workloads: w");
    assertRefused(() -> run.control().endWorkers("x", 1), "unknown workload x; workloads: w");
  }

  @Test
  void aMarkIsOnTheTimeLine() throws Exception {
    run.start(perWorker("w", TestWorkers.idle(), 1, 1));
    run.control().mark("queue manager fails over");
    RunEvent mark = run.next(RunEvent.Kind.MARK);
    assertThat(mark.text()).isEqualTo("queue manager fails over");
    assertThat(mark.sinceStartNanos()).isPositive();
  }

  @Test
  void aSubscriberIsNotifiedUntilItUnsubscribes() throws Exception {
    run.start(perWorker("w", TestWorkers.idle(), 1, 100));
    CountDownLatch intervals = new CountDownLatch(2);
    Sink subscriber =
        new Sink() {
          @Override
          public void interval(Snapshot snapshot) {
            intervals.countDown();
          }

          @Override
          public void summary(Summary summary) {
            throw new AssertionError("unsubscribed by now");
          }
        };
    run.control().subscribe(subscriber);
    LiveRun.await(intervals);
    run.control().unsubscribe(subscriber);
    assertThat(run.control().latest()).isPresent();
    assertThat(run.control().status().phase()).isEqualTo(RunPhase.RUNNING);
  }
}
