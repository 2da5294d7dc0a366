package dev.sluice.core.run;

import static dev.sluice.core.run.WorkloadSpecs.limited;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static dev.sluice.core.run.WorkloadSpecs.stoppingOnError;
import static dev.sluice.core.run.WorkloadSpecs.unlimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.pacing.Cause;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.TestWorkers.TestWorker;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.Worker.WorkerContext;
import dev.sluice.core.worker.WorkerFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Iterations that fail, in a run. */
@ExtendWith(InVirtualTime.class)
class ErrorsOfARunTest {

  @Test
  void aFailedIterationIsCountedByItsCauseAndTheWorkerReopensAndGoesOn() throws Exception {
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              if (worker.index == 1 && worker.iterations.get() == 3) {
                throw new IOException("connection broken");
              }
              return Outcome.DONE;
            });
    LiveRun run = LiveRun.of(limited(unlimited("w", workers, 3), 10));
    Summary summary = run.summary();
    Summary.Workload workload = summary.workloads().get(0);
    assertThat(workload.whole().counts().iterations()).isEqualTo(29);
    assertThat(workload.whole().end().errorsByCause())
        .containsExactly(entry("IOException: connection broken", 1L));
    assertThat(workload.reconnects().count()).isOne();
    assertThat(workload.workersLost()).isZero();
    assertThat(workers.made.get(1).opened.get()).isEqualTo(2);
    assertThat(workers.made.get(1).closed.get()).isEqualTo(2);
    workers.made.get(0).assertOpenedAndClosedOnce();
    assertThat(summary.clean()).isFalse();
    assertThat(run.events).extracting(RunEvent::kind).contains(RunEvent.Kind.CONNECTION);
  }

  @Test
  void aRunOfWhichNoCallIsAnsweredIsNotCleanAndSaysSo() throws Exception {
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              worker.awaitUnblock();
              return Outcome.IN_DOUBT;
            });
    Duration length = Duration.ofSeconds(5);
    WorkloadSpec asking = perWorker("requesters", workers, 3, 10);
    Summary summary = LiveRun.of(LiveRun.spec(length, Duration.ZERO, asking)).summary();
    assertThat(summary.clean()).isFalse();
    assertThat(summary.workloads().get(0).verdict().explanation())
        .startsWith("unanswered: workers were in calls that were not answered");
  }

  /** What is missing of what was measured has no cause in the warm-up. */
  @Test
  void aVerdictNamesOnlyWhatFailedWhileItWasMeasured() throws Exception {
    TestWorkers workers =
        new TestWorkers(
                worker -> {
                  int number = worker.iterations.get();
                  if (number < 4) {
                    throw new IllegalStateException("queue full");
                  }
                  if (number % 2 == 0) {
                    throw new IllegalStateException("too long");
                  }
                  return Outcome.DONE;
                })
            .surviving();
    Summary summary =
        LiveRun.of(
                LiveRun.spec(
                    Duration.ofSeconds(10), Duration.ofSeconds(5), perWorker("w", workers, 1, 10)))
            .summary();
    assertThat(summary.workloads().get(0).whole().end().errorsByCause()).hasSize(2);
    assertThat(summary.workloads().get(0).verdict().explanation())
        .startsWith("failed: ")
        .contains("too long")
        .doesNotContain("queue full");
  }

  @Test
  void whoCannotReopenAtOnceTriesAgain() throws Exception {
    TestWorkers workers =
        new TestWorkers(
                worker -> {
                  if (worker.iterations.get() == 2) {
                    throw new IOException("lost");
                  }
                  return Outcome.DONE;
                })
            .opening(
                worker -> {
                  if (worker.opened.get() == 1 && worker.unblock.availablePermits() < 2) {
                    worker.unblock.release(); // serves as a count here
                    throw new IOException("refused");
                  }
                });
    Summary.Workload workload =
        LiveRun.of(limited(unlimited("w", workers, 1), 5)).summary().workloads().get(0);
    assertThat(workload.whole().counts().iterations()).isEqualTo(4);
    assertThat(workload.whole().end().errorsByCause())
        .containsExactly(entry("IOException: lost", 1L), entry("IOException: refused", 2L));
    assertThat(workload.reconnects().count()).isOne();
  }

  @Test
  void aFailureThatIsSurvivedDoesNotReopen() throws Exception {
    TestWorkers workers =
        new TestWorkers(
                worker -> {
                  if (worker.iterations.get() == 3) {
                    throw new IllegalStateException("queue full");
                  }
                  return Outcome.DONE;
                })
            .surviving();
    Summary.Workload workload =
        LiveRun.of(limited(unlimited("w", workers, 2), 10)).summary().workloads().get(0);
    assertThat(workload.whole().counts().iterations()).isEqualTo(18);
    assertThat(workload.errors()).isEqualTo(2);
    assertThat(workload.reconnects().count()).isZero();
    assertThat(workers.made).allSatisfy(TestWorker::assertOpenedAndClosedOnce);
  }

  @Test
  void workThatMayHaveBeenDoneIsInDoubtAndItsCauseIsReported() throws Exception {
    TestWorkers workers =
        new TestWorkers(
                worker -> {
                  if (worker.iterations.get() % 2 == 0) {
                    throw new IOException("no answer");
                  }
                  return Outcome.DONE;
                })
            .surviving()
            .leavingInDoubt();
    Summary summary = LiveRun.of(limited(unlimited("w", workers, 1), 5)).summary();
    Summary.Workload workload = summary.workloads().get(0);
    assertThat(workload.whole().counts().iterations()).isEqualTo(3);
    assertThat(workload.whole().counts().inDoubt()).isEqualTo(2);
    assertThat(workload.measured().counts().errors()).isZero();
    assertThat(workload.whole().end().errorsByCause())
        .containsExactly(entry("IOException: no answer", 2L));
    assertThat(summary.clean()).isFalse();
  }

  @Test
  void eachCauseIsAnEventOnce() throws Exception {
    TestWorkers workers =
        new TestWorkers(
                worker -> {
                  if (worker.iterations.get() <= 2) {
                    throw new IllegalStateException("queue full");
                  }
                  return Outcome.DONE;
                })
            .surviving();
    LiveRun run = LiveRun.of(limited(unlimited("w", workers, 3), 3));
    assertThat(run.summary().workloads().get(0).errors()).isEqualTo(6);
    assertThat(run.events).filteredOn(e -> e.kind() == RunEvent.Kind.ERROR).hasSize(1);
  }

  @Test
  void whatIsDueOfAWorkerThatDiedByAnErrorIsPutDownToFailures() throws Exception {
    CountDownLatch othersWork = new CountDownLatch(20);
    TestWorkers dying =
        new TestWorkers(
            worker -> {
              Thread.currentThread().setUncaughtExceptionHandler((thread, expected) -> {});
              throw new LinkageError("no such class");
            });
    LiveRun run =
        LiveRun.of(
            perWorker("dies", dying, 1, 500),
            perWorker("works", TestWorkers.counting(othersWork), 1, 100));
    LiveRun.await(othersWork);
    Summary.Workload dead = run.stopAndSummary().workloads().get(0);
    assertThat(dead.whole().counts().failed()).isOne();
    assertThat(dead.whole().counts().dropped(Cause.FAILURES)).isPositive();
    assertThat(dead.workersLost()).isOne();
    assertThat(dead.whole().end().errorsByCause())
        .containsExactly(Map.entry("java.lang.LinkageError", 1L));
  }

  @Test
  void whatAWorkerCountsByItselfBelongsToItsCountAlsoWhileItRecovers() throws Exception {
    List<Long> limits = new CopyOnWriteArrayList<>();
    WorkerFactory brought =
        index ->
            new Worker() {
              private WorkerContext context;
              private int calls;

              @Override
              public void attach(WorkerContext given) {
                context = given;
                limits.add(given.limit());
              }

              @Override
              public void open() {}

              @Override
              public Outcome iterate() throws IOException {
                calls++;
                if (calls == 2) {
                  throw new IOException("connection broken");
                }
                count();
                return Outcome.COUNTED;
              }

              @Override
              public void close() {
                if (calls == 2) {
                  count(); // what was being brought
                }
              }

              private void count() {
                long nowNanos = context.clock().nanos();
                context.log().completed(nowNanos, nowNanos);
              }
            };
    WorkloadSpec spec = WorkloadSpec.of("w", brought, 1, RateTarget.asFastAsPossible());
    Summary.Workload workload = LiveRun.of(limited(spec, 5)).summary().workloads().get(0);
    assertThat(limits).containsExactly(5L);
    assertThat(workload.whole().counts().iterations()).isEqualTo(5);
    assertThat(workload.errors()).isOne();
  }

  @Test
  void onErrorStopEndsTheRun() throws Exception {
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              if (worker.index == 2) {
                throw new IOException("broken");
              }
              return Outcome.DONE;
            });
    Summary summary = LiveRun.of(stoppingOnError(perWorker("w", workers, 4, 100))).summary();
    assertThat(summary.endReason()).isEqualTo("w-3 failed: IOException: broken");
    assertThat(summary.workloads().get(0).workersLost()).isOne();
    assertThat(summary.clean()).isFalse();
    assertThat(workers.made).allSatisfy(TestWorker::assertOpenedAndClosedOnce);
  }
}
