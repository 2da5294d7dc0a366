package dev.sluice.core.run;

import static dev.sluice.core.run.WorkloadSpecs.draining;
import static dev.sluice.core.run.WorkloadSpecs.limited;
import static dev.sluice.core.run.WorkloadSpecs.oneByOne;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static dev.sluice.core.run.WorkloadSpecs.retrying;
import static dev.sluice.core.run.WorkloadSpecs.stoppingOnError;
import static dev.sluice.core.run.WorkloadSpecs.unlimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.WorkerContext;
import dev.sluice.core.worker.WorkerFactory;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a run and of its workers, on real threads. */
class RunTest {

  @ParameterizedTest
  @CsvSource({"1, 0, 1", "1, 0, 10000", "7, 0, 1000", "50, 0, 100", "7, 2000, 100", "20, 100, 3"})
  void workersWithACountEndAndTotalsAreExact(int count, double rate, long each) throws Exception {
    TestWorkers workers = TestWorkers.idle();
    LiveRun run = LiveRun.of(limited(perWorker("w", workers, count, rate), each));
    Summary summary = run.summary();
    Summary.Workload workload = summary.workloads().get(0);
    assertThat(workload.totalIterations()).isEqualTo(count * each);
    assertThat(workload.measured().counts().iterations()).isEqualTo(count * each);
    assertThat(workload.measured().service().getTotalCount()).isEqualTo(count * each);
    assertThat(iterations(run, false)).isEqualTo(count * each);
    assertThat(workers.made).hasSize(count);
    assertThat(workers.made).allSatisfy(w -> assertThat(w.iterations.get()).isEqualTo(each));
    assertThat(workers.made).allSatisfy(RunTest::assertOpenedAndClosedOnce);
    assertThat(summary.endReason()).isEqualTo("all workers have ended");
    assertThat(summary.clean()).isTrue();
  }

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
    assertThat(workload.measured().service().getTotalCount()).isEqualTo(200);
    assertThat(run.snapshots).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 39})
  void ifOneCannotOpenTheRunFailsWithItsCauseAndAllOthersAreClosed(int failing) {
    IOException cause = new IOException("no such host");
    TestWorkers workers =
        TestWorkers.idle()
            .opening(
                worker -> {
                  if (worker.index == failing) {
                    throw cause;
                  }
                });
    LiveRun run = LiveRun.of(oneByOne(unlimited("w", workers, 40)));
    assertThatThrownBy(run::summary)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(StartFailedException.class)
        .hasCause(cause)
        .hasMessageContaining("w");
    assertThat(workers.made)
        .allSatisfy(w -> assertThat(w.closed.get()).isEqualTo(w.opened.get()))
        .allSatisfy(w -> assertThat(w.iterations.get()).isZero());
    assertThat(run.control.status().phase()).isEqualTo(RunPhase.ENDED);
  }

  @Test
  void whoCannotConnectAtTheStartTriesAgainAndThatIsNoError() throws Exception {
    CountDownLatch iterated = new CountDownLatch(1);
    AtomicInteger attempts = new AtomicInteger();
    TestWorkers workers =
        TestWorkers.counting(iterated)
            .opening(
                worker -> {
                  if (attempts.incrementAndGet() < 3) {
                    throw new IOException("nobody there");
                  }
                });
    LiveRun live = LiveRun.of(retrying(unlimited("w", workers, 1), LiveRun.DEADLINE));
    LiveRun.await(iterated);
    Summary summary = live.stopAndSummary();
    assertThat(attempts.get()).isEqualTo(3);
    assertThat(summary.workloads().get(0).errorsByCause()).isEmpty();
    assertThat(live.events)
        .filteredOn(event -> event.kind() == RunEvent.Kind.ERROR)
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.text()).endsWith("not connected yet: IOException: nobody there"));
  }

  @Test
  void whoWaitsForItsFirstConnectionEndsWithTheRun() throws Exception {
    CountDownLatch tried = new CountDownLatch(1);
    TestWorkers workers =
        TestWorkers.idle()
            .opening(
                worker -> {
                  tried.countDown();
                  throw new IOException("nobody there");
                });
    LiveRun live = LiveRun.of(retrying(unlimited("w", workers, 1), Duration.ofDays(1)));
    LiveRun.await(tried);
    assertThat(live.stopAndSummary().workloads().get(0).totalIterations()).isZero();
  }

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
    assertThat(workload.totalIterations()).isEqualTo(30);
    assertThat(workload.errorsByCause())
        .containsExactly(entry("IOException: connection broken", 1L));
    assertThat(workload.reconnects().count()).isOne();
    assertThat(workload.workersLost()).isZero();
    assertThat(workers.made.get(1).opened.get()).isEqualTo(2);
    assertThat(workers.made.get(1).closed.get()).isEqualTo(2);
    assertOpenedAndClosedOnce(workers.made.get(0));
    assertThat(summary.clean()).isFalse();
    assertThat(run.events).extracting(RunEvent::kind).contains(RunEvent.Kind.CONNECTION);
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
    assertThat(workload.totalIterations()).isEqualTo(5);
    assertThat(workload.errorsByCause())
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
    assertThat(workload.totalIterations()).isEqualTo(20);
    assertThat(workload.errors()).isEqualTo(2);
    assertThat(workload.reconnects().count()).isZero();
    assertThat(workers.made).allSatisfy(RunTest::assertOpenedAndClosedOnce);
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
    LiveRun run = LiveRun.of(limited(unlimited("w", workers, 3), 1));
    assertThat(run.summary().workloads().get(0).errors()).isEqualTo(6);
    assertThat(run.events).filteredOn(e -> e.kind() == RunEvent.Kind.ERROR).hasSize(1);
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
    assertThat(workload.totalIterations()).isEqualTo(5);
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
    assertThat(workers.made).allSatisfy(RunTest::assertOpenedAndClosedOnce);
  }

  @Test
  void workersThatWaitInsideAnIterationAreUnblockedToEnd() throws Exception {
    int count = 5;
    CountDownLatch inside = new CountDownLatch(count);
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              inside.countDown();
              worker.unblock.acquire();
              throw new IOException("closed while it waited");
            });
    LiveRun run = LiveRun.of(unlimited("w", workers, count));
    LiveRun.await(inside);
    Summary summary = run.stopAndSummary();
    assertThat(workers.made).allSatisfy(w -> assertThat(w.unblocked.get()).isOne());
    assertThat(workers.made).allSatisfy(RunTest::assertOpenedAndClosedOnce);
    assertThat(summary.clean()).as("the end of a wait is no failure").isTrue();
    assertThat(summary.endReason()).isEqualTo("enough");
  }

  @Test
  void aWorkerThatDoesNotEndIsLostAndHoldsNobodyUp() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              if (worker.index == 0) {
                inside.countDown();
                never.await();
              }
              return Outcome.DONE;
            });
    RunSpec spec =
        new RunSpec(
            "",
            List.of(perWorker("w", workers, 3, 100)),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofSeconds(1),
            Duration.ofSeconds(2));
    LiveRun run = LiveRun.of(spec);
    LiveRun.await(inside);
    assertThat(run.stopAndSummary().workloads().get(0).workersLost()).isOne();
    assertThat(workers.made.get(1).closed.get()).isOne();
    never.countDown();
  }

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
              stopping.await(); // so there is a backlog when the run stops
              if (queue.poll(5, TimeUnit.MILLISECONDS) == null) {
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
    assertThat(summary.workloads().get(1).totalIterations())
        .isEqualTo(summary.workloads().get(0).totalIterations());
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
    assertThat(run.events.get(run.events.size() - 1).text()).startsWith("busy still at work");
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
    assertThat(iterations(run, true)).isPositive();
    assertThat(workload.measured().counts().iterations())
        .isPositive()
        .isEqualTo(iterations(run, false));
    assertThat(workload.measuredNanos())
        .isEqualTo(
            run.snapshots.stream().filter(s -> !s.warmup()).mapToLong(Snapshot::lengthNanos).sum());
    assertThat(workload.totalIterations())
        .isGreaterThanOrEqualTo(iterations(run, true) + iterations(run, false));
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
    Reporter waiting =
        new Reporter() {
          @Override
          public void interval(Snapshot snapshot) {
            if (snapshot.workloads().get(0).workers() == 1) {
              intervals.countDown();
            }
          }
        };
    RunSpec spec =
        LiveRun.spec(Duration.ZERO, Duration.ZERO, limited(perWorker("w", workers, 5, 100), 3));
    LiveRun run = LiveRun.of(spec, waiting);
    run.summary();
    List<Snapshot.Workload> alone =
        run.snapshots.stream()
            .map(s -> s.workloads().get(0))
            .filter(w -> w.workers() == 1)
            .skip(1)
            .toList();
    assertThat(alone).hasSizeGreaterThan(10);
    assertThat(alone).allSatisfy(w -> assertThat(w.targetPerSecond()).isCloseTo(100, within(1e-3)));
  }

  @Test
  void aReporterThatThrowsHarmsNeitherTheRunNorTheOthers() throws Exception {
    List<String> told = new ArrayList<>();
    Reporter broken =
        new Reporter() {
          @Override
          public void connecting(String workload, int up, int of) {
            fail("connecting");
          }

          @Override
          public void event(RunEvent event) {
            fail("event");
          }

          @Override
          public void interval(Snapshot snapshot) {
            fail("interval");
          }

          @Override
          public void summary(Summary summary) {
            fail("summary");
          }

          private void fail(String what) {
            told.add(what);
            throw new IllegalStateException(what);
          }
        };
    RunSpec spec =
        LiveRun.spec(
            Duration.ofMillis(300), Duration.ZERO, perWorker("w", TestWorkers.idle(), 2, 100));
    LiveRun run = LiveRun.of(spec, broken);
    Summary summary = run.summary();
    assertThat(told).contains("connecting", "event", "interval", "summary");
    assertThat(run.summaries).containsExactly(summary);
    assertThat(run.snapshots).isNotEmpty();
    assertThat(run.events).isNotEmpty();
  }

  private static long iterations(LiveRun run, boolean warmup) {
    return run.snapshots.stream()
        .filter(s -> s.warmup() == warmup)
        .mapToLong(s -> s.workloads().get(0).measures().counts().iterations())
        .sum();
  }

  private static void assertOpenedAndClosedOnce(TestWorkers.TestWorker worker) {
    assertThat(worker.opened.get()).isOne();
    assertThat(worker.closed.get()).isOne();
  }
}
