package dev.sluice.core.run;

import static dev.sluice.core.run.WorkloadSpecs.eachOnceConnected;
import static dev.sluice.core.run.WorkloadSpecs.limited;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static dev.sluice.core.run.WorkloadSpecs.stoppingOnError;
import static dev.sluice.core.run.WorkloadSpecs.unlimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.worker.Worker.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers that begin to work as soon as they are connected, one after the other. */
@ExtendWith(InVirtualTime.class)
class WorkersThatDoNotWaitTest {

  private static final int EACH = 20;

  /** Worker k + 1 is connected only after worker k has done something. */
  private static TestWorkers eachAfterTheOneBefore(List<CountDownLatch> done) {
    return new TestWorkers(
            worker -> {
              done.get(worker.index).countDown();
              return Outcome.DONE;
            })
        .opening(
            worker -> {
              if (worker.index > 0) {
                LiveRun.await(done.get(worker.index - 1));
              }
            });
  }

  private static List<CountDownLatch> latches(int workers) {
    return IntStream.range(0, workers).mapToObj(i -> new CountDownLatch(EACH)).toList();
  }

  @ParameterizedTest
  @CsvSource({"20, 0", "20, 2000", "7, 300"})
  void eachWorksWhileTheNextOneConnects(int count, double rate) throws Exception {
    List<CountDownLatch> done = latches(count);
    LiveRun run =
        LiveRun.of(eachOnceConnected(perWorker("w", eachAfterTheOneBefore(done), count, rate)));
    LiveRun.await(done.get(count - 1));
    run.next(RunEvent.Kind.STARTED);
    Summary.Workload workload = run.stopAndSummary().workloads().get(0);
    assertThat(workload.measured().counts().iterations())
        .isGreaterThanOrEqualTo((long) count * EACH);
    assertThat(workload.whole().toDo())
        .isEqualTo(workload.whole().counts().settled() + workload.whole().counts().dropped());
    assertThat(workload.whole().unfinishedBefore()).isZero();
    assertThat(run.events)
        .extracting(RunEvent::kind)
        .containsExactly(RunEvent.Kind.BEGUN, RunEvent.Kind.STARTED, RunEvent.Kind.STOPPING);
  }

  @Test
  void intervalsAreReportedWhileOthersConnect() throws Exception {
    CountDownLatch told = new CountDownLatch(3);
    Sink counting =
        new Sink() {
          @Override
          public void interval(Snapshot snapshot) {
            told.countDown();
          }
        };
    TestWorkers workers =
        TestWorkers.held()
            .opening(
                worker -> {
                  if (worker.index == 1) {
                    LiveRun.await(told);
                  }
                });
    WorkloadSpec spec = eachOnceConnected(unlimited("w", workers, 2));
    LiveRun run = LiveRun.of(LiveRun.spec(Duration.ZERO, Duration.ZERO, spec), counting);
    run.next(RunEvent.Kind.STARTED);
    run.stopAndSummary();
    assertThat(run.snapshots.get(0).workloads().get(0).end().workersUp()).isOne();
  }

  @Test
  void warmUpAndDurationCountFromWhenAllAreUp() throws Exception {
    Duration warmup = Duration.ofMillis(100);
    Duration duration = Duration.ofMillis(300);
    List<CountDownLatch> done = latches(3);
    WorkloadSpec spec = eachOnceConnected(perWorker("w", eachAfterTheOneBefore(done), 3, 500));
    LiveRun run = LiveRun.of(LiveRun.spec(duration, warmup, spec));
    Summary summary = run.summary();
    long started = run.next(RunEvent.Kind.STARTED).sinceStartNanos();
    long measured = run.next(RunEvent.Kind.WARMUP_ENDED).sinceStartNanos();
    long stopping = run.next(RunEvent.Kind.STOPPING).sinceStartNanos();
    // the events are dated a moment after what they tell of
    assertThat(started).isPositive();
    assertThat(summary.warmupNanos()).isGreaterThan(warmup.toNanos()).isLessThanOrEqualTo(measured);
    assertThat(summary.warmupNanos() + summary.measuredNanos())
        .isGreaterThanOrEqualTo(duration.toNanos())
        .isLessThanOrEqualTo(stopping);
    assertThat(run.iterationsInWarmup()).isGreaterThanOrEqualTo(2 * EACH);
  }

  @Test
  void whoIsDoneBeforeAllAreUpEndsTheRunAllTheSame() throws Exception {
    List<CountDownLatch> done = latches(4);
    WorkloadSpec spec = limited(unlimited("w", eachAfterTheOneBefore(done), 4), EACH);
    Summary summary = LiveRun.of(eachOnceConnected(spec)).summary();
    assertThat(summary.endReason()).isEqualTo("all workers have ended");
    assertThat(summary.workloads().get(0).whole().counts().iterations()).isEqualTo(4 * EACH);
  }

  @Test
  void ifOneCannotConnectTheRunFailsAndReportsWhatWasDone() throws Exception {
    List<CountDownLatch> done = latches(3);
    TestWorkers workers =
        eachAfterTheOneBefore(done)
            .opening(
                worker -> {
                  if (worker.index == 2) {
                    LiveRun.await(done.get(1));
                    throw new IOException("no such host");
                  }
                });
    LiveRun run = LiveRun.of(eachOnceConnected(unlimited("w", workers, 3)));
    assertThatThrownBy(run::summary)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(StartFailedException.class);
    assertThat(run.summaries).hasSize(1);
    assertThat(run.summaries.get(0).endReason()).isEqualTo("not all workers connected");
    assertThat(run.summaries.get(0).workloads().get(0).whole().counts().iterations())
        .isGreaterThanOrEqualTo(EACH);
  }

  @Test
  void anErrorThatIsToEndTheRunDoesSoWhileOthersConnect() throws Exception {
    CountDownLatch failed = new CountDownLatch(1);
    TestWorkers workers =
        new TestWorkers(
                worker -> {
                  failed.countDown();
                  throw new IOException("refused");
                })
            .opening(
                worker -> {
                  if (worker.index == 1) {
                    LiveRun.await(failed);
                  }
                });
    LiveRun run = LiveRun.of(stoppingOnError(eachOnceConnected(unlimited("w", workers, 1000))));
    Summary summary = run.summary();
    assertThat(summary.endReason()).endsWith(" failed: IOException: refused");
    assertThat(summary.scheduleStarted()).isTrue();
  }

  @Test
  void whoNeverConnectedHasNotBegun() throws Exception {
    CountDownLatch tried = new CountDownLatch(1);
    TestWorkers workers =
        TestWorkers.idle()
            .opening(
                worker -> {
                  tried.countDown();
                  worker.awaitUnblock();
                  throw new IOException("nobody there");
                });
    LiveRun run = LiveRun.of(eachOnceConnected(unlimited("w", workers, 2)));
    LiveRun.await(tried);
    run.control.stop("enough");
    workers.made.get(0).unblock.release();
    assertThat(run.summary().scheduleStarted()).isFalse();
    assertThat(run.snapshots).isEmpty();
  }
}
