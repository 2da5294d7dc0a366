package dev.sluice.core.run;

import static dev.sluice.core.run.ControlledRun.assertRefused;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static dev.sluice.core.run.WorkloadSpecs.total;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.worker.Worker.Outcome;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that are added and ended while a run goes on. */
@ExtendWith(InVirtualTime.class)
class WorkersOfARunTest {

  @RegisterExtension final ControlledRun run = new ControlledRun();

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
    run.start(perWorker("w", workers, 2, rate));
    WorkloadStatus status = run.control().addWorkers("w", 3).get(0);
    assertThat(status.workers()).isEqualTo(5);
    assertThat(status.workersUp()).isEqualTo(5);
    LiveRun.await(added); // a hundred by each
    assertThat(run.status().target().totalPerSecond()).isEqualTo(5 * rate);
  }

  @Test
  void aTotalIsSharedAgainAsWorkersComeAndGo() throws Exception {
    run.start(total("w", TestWorkers.idle(), 2, 1000));
    run.control().addWorkers("w", 3);
    assertThat(run.status().target().perWorkerPerSecond()).isEqualTo(200);
    run.control().endWorkers("w", 4);
    assertThat(run.status().target().perWorkerPerSecond()).isEqualTo(1000);
    assertThat(run.status().target().totalPerSecond()).isEqualTo(1000);
  }

  @Test
  void workersThatAreEndedAreClosedAndTheRestGoOn() throws Exception {
    TestWorkers workers = TestWorkers.idle();
    run.start(perWorker("w", workers, 6, 100));
    WorkloadStatus status = run.control().endWorkers("w", 3).get(0);
    assertThat(status.workers()).isEqualTo(3);
    assertThat(status.workersUp()).isEqualTo(3);
    assertThat(workers.made.stream().map(w -> w.closed.get()))
        .as("every other one, so that the rest are still evenly spread")
        .containsExactly(0, 1, 0, 1, 0, 1);
  }

  @Test
  void whenAllHaveBeenEndedTheRunIsOver() throws Exception {
    run.start(perWorker("w", TestWorkers.idle(), 2, 100));
    run.control().endWorkers("w", 99);
    assertThat(run.summary().endReason()).isEqualTo("all workers have ended");
    assertRefused(
        () -> run.control().changeRate("w", new RateChange.ToPerWorker(5), Duration.ZERO),
        "is over");
  }

  @Test
  void aWorkerThatCannotBeAddedIsRejectedWithTheCauseAndTheRunContinues() throws Exception {
    CountDownLatch iterations = new CountDownLatch(500);
    TestWorkers workers =
        TestWorkers.counting(iterations)
            .opening(
                worker -> {
                  if (worker.index == 2) {
                    throw new IllegalStateException("too many connections");
                  }
                });
    run.start(perWorker("w", workers, 2, 500));
    assertRefused(() -> run.control().addWorkers("w", 1), "too many connections");
    assertThat(run.status().workers()).isEqualTo(2);
    LiveRun.await(iterations);
  }

  @Test
  void workersAreNotAddedToARunThatHasEnded() throws Exception {
    run.start(perWorker("w", TestWorkers.idle(), 1, 100));
    run.stop();
    assertRefused(() -> run.control().addWorkers("w", 1), "not running");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void aNumberOfWorkersIsPositive(int count) throws Exception {
    run.start(perWorker("w", TestWorkers.idle(), 1, 1));
    assertRefused(() -> run.control().addWorkers("w", count), "at least 1");
    assertRefused(() -> run.control().endWorkers("w", count), "at least 1");
  }
}
