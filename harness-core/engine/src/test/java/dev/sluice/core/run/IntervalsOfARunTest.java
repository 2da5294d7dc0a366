package dev.sluice.core.run;

import static dev.sluice.core.run.WorkloadSpecs.limited;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static dev.sluice.core.run.WorkloadSpecs.unlimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.worker.Worker.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The figures in the intervals and in the summary of a run. */
@ExtendWith(InVirtualTime.class)
class IntervalsOfARunTest {

  @Test
  void aRunShorterThanAnIntervalIsMeasured() throws Exception {
    RunSpec spec =
        new RunSpec(
            "",
            List.of(limited(unlimited("w", TestWorkers.idle(), 2), 100)),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofHours(1),
            LiveRun.STOP_TIMEOUT);
    LiveRun run = LiveRun.of(spec);
    Summary.Workload workload = run.summary().workloads().get(0);
    assertThat(workload.measured().counts().iterations()).isEqualTo(200);
    assertThat(workload.measured().service().count()).isEqualTo(200);
    assertThat(run.snapshots).hasSize(1);
  }

  @Test
  void theWarmupIsLeftOutAndAllElseIsIn() throws Exception {
    RunSpec spec =
        LiveRun.spec(
            Duration.ofMillis(500),
            Duration.ofMillis(230),
            perWorker("w", TestWorkers.idle(), 4, 1000));
    LiveRun run = LiveRun.of(spec);
    Summary.Workload workload = run.summary().workloads().get(0);
    assertThat(run.iterationsInWarmup()).isPositive();
    assertThat(workload.measured().counts().iterations())
        .isPositive()
        .isEqualTo(run.iterationsMeasured());
    assertThat(workload.measured().lengthNanos())
        .isEqualTo(
            run.snapshots.stream().filter(s -> !s.warmup()).mapToLong(Snapshot::lengthNanos).sum());
    assertThat(workload.whole().counts().iterations())
        .isGreaterThanOrEqualTo(run.iterationsInWarmup() + run.iterationsMeasured());
    assertThat(run.events)
        .extracting(RunEvent::kind)
        .containsExactly(RunEvent.Kind.STARTED, RunEvent.Kind.WARMUP_ENDED, RunEvent.Kind.STOPPING);
    assertThat(run.snapshots)
        .extracting(Snapshot::number)
        .isSorted()
        .doesNotHaveDuplicates()
        .startsWith(1L);
  }

  @Test
  void aBeginThatProvedToBeAWarmUpIsLeftOut() throws Exception {
    LiveRun run =
        LiveRun.of(
            LiveRun.spec(
                Duration.ofHours(1), Duration.ZERO, perWorker("w", TestWorkers.idle(), 4, 1000)));
    LiveRun.await(() -> run.snapshots.size() > 5);
    Snapshot begin = run.snapshots.get(0).then(run.snapshots.get(1));
    run.run.stop("it is known", Optional.of(begin));
    Summary summary = run.summary();
    Window measured = summary.workloads().get(0).measured();
    assertThat(summary.warmupNanos()).isEqualTo(begin.lengthNanos());
    assertThat(summary.measuredNanos()).isEqualTo(measured.lengthNanos()).isPositive();
    assertThat(measured.counts().iterations())
        .isPositive()
        .isEqualTo(run.iterationsMeasured() - begin.workloads().get(0).counts().iterations());
    assertThat(measured.service().count()).isEqualTo(measured.counts().iterations());
    assertThat(measured.unfinishedBefore())
        .isEqualTo(begin.workloads().get(0).unfinished().total());
    assertThat(summary.endReason()).isEqualTo("it is known");
  }

  @Test
  void aRunThatIsStoppedInItsWarmUpHasMeasuredNothing() throws Exception {
    RunSpec spec =
        LiveRun.spec(
            Duration.ZERO, Duration.ofHours(1), perWorker("w", TestWorkers.idle(), 1, 100));
    LiveRun run = LiveRun.of(spec);
    run.next(RunEvent.Kind.STARTED);
    Summary summary = run.stopAndSummary();
    assertThat(summary.measuredNanos()).isZero();
    assertThat(summary.warmupNanos()).isPositive();
    assertThat(run.events).extracting(RunEvent::kind).doesNotContain(RunEvent.Kind.WARMUP_ENDED);
  }

  @Test
  void nothingIsDueOfWorkersThatHaveEnded() throws Exception {
    CountDownLatch intervals = new CountDownLatch(12);
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              if (worker.index == 0) {
                LiveRun.await(intervals);
              }
              return Outcome.DONE;
            });
    Sink waiting =
        new Sink() {
          @Override
          public void interval(Snapshot snapshot) {
            if (snapshot.workloads().get(0).end().workers() == 1) {
              intervals.countDown();
            }
          }
        };
    RunSpec spec =
        LiveRun.spec(Duration.ZERO, Duration.ZERO, limited(perWorker("w", workers, 5, 100), 3));
    LiveRun run = LiveRun.of(spec, waiting);
    run.summary();
    List<Window> alone =
        run.snapshots.stream()
            .map(s -> s.workloads().get(0))
            .filter(w -> w.end().workers() == 1)
            .skip(1)
            .toList();
    assertThat(alone).hasSizeGreaterThan(10);
    assertThat(alone).allSatisfy(w -> assertThat(w.targetPerSecond()).isCloseTo(100, within(1e-3)));
  }
}
