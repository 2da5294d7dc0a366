package dev.sluice.core.run;

import static dev.sluice.core.run.RunControl.DEFAULT_WORKLOADS;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static dev.sluice.core.run.WorkloadSpecs.total;
import static dev.sluice.core.run.WorkloadSpecs.unlimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.core.worker.Worker.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people may do to a run, and what they may not. */
class RunControlTest {

  /** A worker at this rate does one iteration at most in the life of a test. */
  private static final double HARDLY_EVER = 1e-6;

  private LiveRun run;

  @AfterEach
  void stop() throws Exception {
    run.stopAndSummary();
  }

  static Stream<Arguments> changes() {
    return Stream.of(
        Arguments.of(100.0, new RateChange.ToPerWorker(116), 116.0),
        Arguments.of(100.0, new RateChange.ToTotal(1000), 250.0),
        Arguments.of(100.0, new RateChange.ByPerWorker(16), 116.0),
        Arguments.of(100.0, new RateChange.ByPerWorker(-99), 1.0),
        Arguments.of(100.0, new RateChange.ByPercent(50), 150.0),
        Arguments.of(100.0, new RateChange.ByPercent(-50), 50.0),
        Arguments.of(100.0, new RateChange.ToPerWorker(0), 0.0),
        Arguments.of(0.0, new RateChange.ToPerWorker(7.77), 7.77));
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aRateChangeGivesTheTargetItNames(double before, RateChange change, double after)
      throws Exception {
    start(perWorker("w", TestWorkers.idle(), 4, before));
    WorkloadStatus status = run.control.changeRate(DEFAULT_WORKLOADS, change, Duration.ZERO).get(0);
    assertThat(status.finalPerWorkerPerSecond()).isCloseTo(after, within(1e-9));
    assertThat(status.perWorkerPerSecond()).isCloseTo(after, within(1e-9));
    assertThat(status.totalPerSecond()).isCloseTo(4 * after, within(1e-9));
    assertThat(status.mode()).isEqualTo(after == 0 ? PaceMode.UNLIMITED : PaceMode.PACED);
    assertThat(run.next(RunEvent.Kind.RATE).workload()).isEqualTo("w");
  }

  @Test
  void aRateChangeReachesWorkersThatWait() throws Exception {
    CountDownLatch iterations = new CountDownLatch(1000);
    start(perWorker("w", TestWorkers.counting(iterations), 10, HARDLY_EVER));
    run.control.changeRate("w", new RateChange.ToPerWorker(1000), Duration.ZERO);
    LiveRun.await(iterations);
  }

  @Test
  void aChangeOfATotalIsSharedByAllWorkers() throws Exception {
    start(total("w", TestWorkers.idle(), 4, 100));
    assertThat(status().perWorkerPerSecond()).isEqualTo(25);
    run.control.changeRate("w", new RateChange.ByPerWorker(5), Duration.ZERO);
    assertThat(status().totalPerSecond()).isCloseTo(120, within(1e-9));
    run.control.changeRate("w", new RateChange.ByPercent(100), Duration.ZERO);
    assertThat(status().totalPerSecond()).isCloseTo(240, within(1e-9));
  }

  @Test
  void aRampEndsAtItsTarget() throws Exception {
    start(perWorker("w", TestWorkers.idle(), 2, 10));
    run.control.changeRate("w", new RateChange.ToPerWorker(1000), Duration.ofHours(1));
    assertThat(status().finalPerWorkerPerSecond()).isEqualTo(1000);
    assertThat(status().perWorkerPerSecond()).isBetween(10.0, 500.0);
  }

  @Test
  void aPauseHoldsAndAResumeGoesOn() throws Exception {
    CountDownLatch iterations = new CountDownLatch(1000);
    start(perWorker("w", TestWorkers.counting(iterations), 2, HARDLY_EVER));
    assertThat(run.control.pause(DEFAULT_WORKLOADS).get(0).mode()).isEqualTo(PaceMode.PAUSED);
    run.control.changeRate("w", new RateChange.ToPerWorker(1000), Duration.ZERO);
    assertThat(status().mode()).as("a new rate does not end a pause").isEqualTo(PaceMode.PAUSED);
    assertThat(run.control.resume("w").get(0).mode()).isEqualTo(PaceMode.PACED);
    LiveRun.await(iterations);
    run.next(RunEvent.Kind.PAUSED);
    run.next(RunEvent.Kind.RESUMED);
  }

  static Stream<Arguments> refusals() {
    Duration atOnce = Duration.ZERO;
    Duration slowly = Duration.ofSeconds(1);
    return Stream.of(
        refused("unlimited", new RateChange.ByPercent(10), atOnce, "unlimited"),
        refused("unlimited", new RateChange.ByPerWorker(10), atOnce, "unlimited"),
        refused("unlimited", new RateChange.ToPerWorker(10), slowly, "ramp"),
        refused("paced", new RateChange.ToPerWorker(0), slowly, "ramp"),
        refused("paced", new RateChange.ByPerWorker(-100), atOnce, "above 0"),
        refused("paced", new RateChange.ByPerWorker(-100.5), atOnce, "above 0"),
        refused("paced", new RateChange.ByPercent(-100), atOnce, "above 0"),
        refused("paced", new RateChange.ByPercent(Double.NaN), atOnce, "above 0"),
        refused("paced", new RateChange.ToPerWorker(-1), atOnce, "0 or more"),
        refused("paced", new RateChange.ToTotal(Double.NaN), atOnce, "0 or more"),
        refused("paced", new RateChange.ToTotal(Double.POSITIVE_INFINITY), atOnce, "finite"),
        refused("nobody", new RateChange.ToPerWorker(1), atOnce, "paced, unlimited"));
  }

  private static Arguments refused(String workload, RateChange change, Duration over, String why) {
    return Arguments.of(workload, change, over, why);
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void whatCannotBeIsRefusedAndChangesNothing(
      String workload, RateChange change, Duration over, String why) throws Exception {
    start(perWorker("paced", TestWorkers.idle(), 2, 100), unlimited("unlimited", held(), 1));
    assertRefused(() -> run.control.changeRate(workload, change, over), why);
    assertThat(status().perWorkerPerSecond()).isEqualTo(100);
    assertThat(status().finalPerWorkerPerSecond()).isEqualTo(100);
    assertThat(run.control.status().workloads().get(1).mode()).isEqualTo(PaceMode.UNLIMITED);
  }

  @Test
  void whoIsBroughtItsWorkHasNoRateAndCanBePaused() throws Exception {
    start(unlimited("listeners", held().unpaceable(), 2));
    for (RateChange change :
        List.of(
            new RateChange.ToPerWorker(5),
            new RateChange.ToPerWorker(0),
            new RateChange.ToTotal(5),
            new RateChange.ByPercent(10))) {
      assertRefused(
          () -> run.control.changeRate(DEFAULT_WORKLOADS, change, Duration.ZERO),
          "the workers of listeners take what they are brought");
    }
    assertThat(status().mode()).isEqualTo(PaceMode.UNLIMITED);
    assertThat(run.control.pause("listeners").get(0).mode()).isEqualTo(PaceMode.PAUSED);
    assertThat(run.control.resume("listeners").get(0).mode()).isEqualTo(PaceMode.UNLIMITED);
  }

  @Test
  void unknownWorkloadsAreRefused() throws Exception {
    start(perWorker("w", TestWorkers.idle(), 1, 1));
    assertRefused(() -> run.control.pause("x"), "there is no workload x; there is w");
    assertRefused(() -> run.control.resume("x"), "there is no workload x; there is w");
    assertRefused(() -> run.control.addWorkers("x", 1), "there is no workload x; there is w");
    assertRefused(() -> run.control.endWorkers("x", 1), "there is no workload x; there is w");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void aNumberOfWorkersIsPositive(int count) throws Exception {
    start(perWorker("w", TestWorkers.idle(), 1, 1));
    assertRefused(() -> run.control.addWorkers("w", count), "at least 1");
    assertRefused(() -> run.control.endWorkers("w", count), "at least 1");
  }

  @Test
  void withoutANameARateIsForThoseThatHaveOne() throws Exception {
    start(perWorker("paced", TestWorkers.idle(), 2, 100), unlimited("receivers", held(), 1));
    assertThat(
            run.control.changeRate(DEFAULT_WORKLOADS, new RateChange.ToPerWorker(5), Duration.ZERO))
        .extracting(WorkloadStatus::name)
        .containsExactly("paced");
    assertThat(run.control.pause(DEFAULT_WORKLOADS))
        .extracting(WorkloadStatus::name)
        .containsExactly("paced", "receivers");
    run.control.resume(DEFAULT_WORKLOADS);
  }

  @Test
  void withoutANameARateIsRefusedIfNobodyHasOne() throws Exception {
    start(unlimited("a", held(), 1), unlimited("b", held(), 1));
    RateChange change = new RateChange.ToPerWorker(5);
    assertRefused(() -> run.control.changeRate(DEFAULT_WORKLOADS, change, Duration.ZERO), "a, b");
    assertThat(run.control.changeRate("b", change, Duration.ZERO)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 500})
  void workersThatAreAddedWork(double rate) throws Exception {
    CountDownLatch added = new CountDownLatch(300);
    TestWorkers workers =
        new TestWorkers(
            worker -> {
              if (worker.index >= 2 && worker.iterations.get() <= 100) {
                added.countDown();
              }
              return Outcome.DONE;
            });
    start(perWorker("w", workers, 2, rate));
    WorkloadStatus status = run.control.addWorkers("w", 3).get(0);
    assertThat(status.workers()).isEqualTo(5);
    assertThat(status.workersUp()).isEqualTo(5);
    LiveRun.await(added); // a hundred by each
    assertThat(status().totalPerSecond()).isEqualTo(5 * rate);
  }

  @Test
  void aTotalIsSharedOutAnewAsWorkersComeAndGo() throws Exception {
    start(total("w", TestWorkers.idle(), 2, 1000));
    run.control.addWorkers("w", 3);
    assertThat(status().perWorkerPerSecond()).isEqualTo(200);
    run.control.endWorkers("w", 4);
    assertThat(status().perWorkerPerSecond()).isEqualTo(1000);
    assertThat(status().totalPerSecond()).isEqualTo(1000);
  }

  @Test
  void workersThatAreEndedAreClosedAndTheRestGoOn() throws Exception {
    TestWorkers workers = TestWorkers.idle();
    start(perWorker("w", workers, 6, 100));
    WorkloadStatus status = run.control.endWorkers("w", 3).get(0);
    assertThat(status.workers()).isEqualTo(3);
    assertThat(status.workersUp()).isEqualTo(3);
    assertThat(workers.made.stream().map(w -> w.closed.get()))
        .as("every other one, so that the rest are still evenly spread")
        .containsExactly(0, 1, 0, 1, 0, 1);
  }

  @Test
  void whenAllHaveBeenEndedTheRunIsOver() throws Exception {
    start(perWorker("w", TestWorkers.idle(), 2, 100));
    run.control.endWorkers("w", 99);
    assertThat(run.summary().endReason()).isEqualTo("all workers have ended");
  }

  @Test
  void whoCannotBeAddedIsRefusedWithTheCauseAndTheRunGoesOn() throws Exception {
    CountDownLatch iterations = new CountDownLatch(500);
    TestWorkers workers =
        TestWorkers.counting(iterations)
            .opening(
                worker -> {
                  if (worker.index == 2) {
                    throw new IllegalStateException("too many connections");
                  }
                });
    start(perWorker("w", workers, 2, 500));
    assertRefused(() -> run.control.addWorkers("w", 1), "too many connections");
    assertThat(status().workers()).isEqualTo(2);
    LiveRun.await(iterations);
  }

  @Test
  void workersAreNotAddedToARunThatHasEnded() throws Exception {
    start(perWorker("w", TestWorkers.idle(), 1, 100));
    run.stopAndSummary();
    assertRefused(() -> run.control.addWorkers("w", 1), "not running");
  }

  @Test
  void aMarkIsOnTheTimeLine() throws Exception {
    start(perWorker("w", TestWorkers.idle(), 1, 1));
    run.control.mark("queue manager fails over");
    RunEvent mark = run.next(RunEvent.Kind.MARK);
    assertThat(mark.text()).isEqualTo("queue manager fails over");
    assertThat(mark.sinceStartNanos()).isPositive();
  }

  @Test
  void whoSubscribesIsToldUntilItUnsubscribes() throws Exception {
    start(perWorker("w", TestWorkers.idle(), 1, 100));
    CountDownLatch intervals = new CountDownLatch(2);
    Reporter subscriber =
        new Reporter() {
          @Override
          public void interval(Snapshot snapshot) {
            intervals.countDown();
          }

          @Override
          public void summary(Summary summary) {
            throw new AssertionError("unsubscribed by now");
          }
        };
    run.control.subscribe(subscriber);
    LiveRun.await(intervals);
    run.control.unsubscribe(subscriber);
    assertThat(run.control.latest()).isPresent();
    assertThat(run.control.status().phase()).isEqualTo(RunPhase.RUNNING);
  }

  private void start(WorkloadSpec... workloads) throws InterruptedException {
    run = LiveRun.of(workloads);
    run.next(RunEvent.Kind.STARTED);
  }

  private WorkloadStatus status() {
    return run.control.status().workloads().get(0);
  }

  /** Workers that use no processor though they have no target. */
  private static TestWorkers held() {
    return new TestWorkers(
        worker -> {
          worker.unblock.acquire();
          return Outcome.NOTHING;
        });
  }

  private static void assertRefused(ThrowingCallable command, String why) {
    assertThatThrownBy(command).isInstanceOf(RunControlException.class).hasMessageContaining(why);
  }
}
