package dev.sluice.core.run;

import static dev.sluice.core.run.WorkloadSpecs.limited;
import static dev.sluice.core.run.WorkloadSpecs.oneByOne;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static dev.sluice.core.run.WorkloadSpecs.retrying;
import static dev.sluice.core.run.WorkloadSpecs.unlimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.bus.RunEvent;
import dev.sluice.core.bus.Sink;
import dev.sluice.core.bus.Sink.WorkerStep;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RunExecution.StartFailedException;
import dev.sluice.core.run.RunStatus.RunPhase;
import dev.sluice.core.run.TestWorkers.TestWorker;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.time.VirtualTime;
import dev.sluice.core.worker.Worker.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The life of a run and of its workers. */
@ExtendWith(InVirtualTime.class)
class RunTest {

  @ParameterizedTest
  @CsvSource({"1, 0, 1", "1, 0, 10000", "7, 0, 1000", "50, 0, 100", "7, 2000, 100", "20, 100, 3"})
  void workersWithACountEndAndTotalsAreExact(int count, double rate, long each) throws Exception {
    TestWorkers workers = TestWorkers.idle();
    LiveRun run = LiveRun.of(limited(perWorker("w", workers, count, rate), each));
    Summary summary = run.summary();
    Summary.Workload workload = summary.workloads().get(0);
    assertThat(workload.whole().counts().iterations()).isEqualTo(count * each);
    assertThat(workload.measured().counts().iterations()).isEqualTo(count * each);
    assertThat(workload.measured().service().count()).isEqualTo(count * each);
    assertThat(run.iterationsMeasured()).isEqualTo(count * each);
    assertThat(workers.made).hasSize(count);
    assertThat(workers.made).allSatisfy(w -> assertThat(w.iterations.get()).isEqualTo(each));
    assertThat(workers.made).allSatisfy(TestWorker::assertOpenedAndClosedOnce);
    assertThat(summary.endReason()).isEqualTo("all workers have ended");
    assertThat(summary.clean()).isTrue();
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

  /** The output of a run names its workers, from their start to their end. */
  @Test
  void everyStepOfAWorkerIsReportedBeforeTheSummary() throws Exception {
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    Sink listener = listener(told);
    LiveRun.of(endless(limited(perWorker("w", TestWorkers.idle(), 20, 0), 1)), listener).summary();
    assertThat(told).hasSize(61).last().isEqualTo("summary");
    for (int worker = 1; worker <= 20; worker++) {
      String name = "w-" + worker;
      assertThat(told)
          .containsSubsequence(name + " CONNECTING", name + " UP", name + " ENDED", "summary");
    }
  }

  @Test
  void aRunThatDoesNotStartIsReportedOnce() {
    List<String> told = Collections.synchronizedList(new ArrayList<>());
    TestWorkers workers =
        TestWorkers.idle()
            .opening(
                worker -> {
                  throw new IOException("no such host");
                });
    RunSpec spec = endless(unlimited("w", workers, 1));
    assertThatThrownBy(() -> LiveRun.of(spec, listener(told)).summary())
        .isInstanceOf(ExecutionException.class);
    assertThat(told).containsExactly("w-1 CONNECTING", "w-1 FAILED", "not started");
  }

  /** So that a person reads first what the harness says, if it does not start. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whatALibraryWarnsOfWhileWorkersConnectIsToldAfterwards(boolean starts) throws Exception {
    TestWorkers workers =
        TestWorkers.idle()
            .opening(
                worker -> {
                  if (!starts) {
                    throw new IOException("no such host");
                  }
                });
    LiveRun live = LiveRun.of(endless(limited(perWorker("w", workers, 1, 0), 1)));
    live.run.clientWarned("early");
    if (starts) {
      live.summary();
      assertThat(live.events)
          .filteredOn(event -> event.kind() == RunEvent.Kind.CLIENT)
          .extracting(RunEvent::text)
          .containsExactly("early");
    } else {
      assertThatThrownBy(live::summary)
          .cause()
          .isInstanceOfSatisfying(
              StartFailedException.class,
              failed -> assertThat(failed.warnings()).containsExactly("early"));
      assertThat(live.events).noneMatch(event -> event.kind() == RunEvent.Kind.CLIENT);
    }
  }

  private static RunSpec endless(WorkloadSpec workload) {
    return LiveRun.spec(Duration.ZERO, Duration.ZERO, workload);
  }

  private static Sink listener(List<String> told) {
    return new Sink() {
      @Override
      public boolean followsWorkers() {
        return true;
      }

      @Override
      public void worker(WorkerStep step) {
        told.add(step.worker() + " " + step.to());
      }

      @Override
      public void notStarted(Instant time) {
        told.add("not started");
      }

      @Override
      public void summary(Summary summary) {
        told.add("summary");
      }
    };
  }

  @Test
  void aWorkerThatCannotConnectAtTheStartRetriesWithoutAnError() throws Exception {
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
    assertThat(summary.workloads().get(0).whole().end().errorsByCause()).isEmpty();
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
    assertThat(live.stopAndSummary().workloads().get(0).whole().counts().iterations()).isZero();
  }

  @Test
  void workersThatWaitInsideAnIterationAreUnblockedToEnd() throws Exception {
    int count = 5;
    CountDownLatch inside = new CountDownLatch(count);
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              inside.countDown();
              worker.awaitUnblock();
              throw new IOException("closed while it waited");
            });
    LiveRun run = LiveRun.of(unlimited("w", workers, count));
    LiveRun.await(inside);
    Summary summary = run.stopAndSummary();
    assertThat(workers.made).allSatisfy(w -> assertThat(w.unblocked.get()).isOne());
    assertThat(workers.made).allSatisfy(TestWorker::assertOpenedAndClosedOnce);
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
                VirtualTime.current().until(() -> never.getCount() == 0);
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

  @Test
  void aReporterThatThrowsHarmsNeitherTheRunNorTheOthers() throws Exception {
    List<String> told = new ArrayList<>();
    Sink broken =
        new Sink() {
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
}
