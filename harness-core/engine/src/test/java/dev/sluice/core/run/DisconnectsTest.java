package dev.sluice.core.run;

import static dev.sluice.core.run.WorkloadSpecs.limited;
import static dev.sluice.core.run.WorkloadSpecs.perWorker;
import static dev.sluice.core.run.WorkloadSpecs.stoppingOnError;
import static dev.sluice.core.run.WorkloadSpecs.unlimited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.sluice.core.bus.Sink;
import dev.sluice.core.result.Snapshot;
import dev.sluice.core.result.Summary;
import dev.sluice.core.result.Verdict;
import dev.sluice.core.run.RunStatus.WorkloadStatus;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.stats.Window;
import dev.sluice.core.time.InVirtualTime;
import dev.sluice.core.worker.Worker.Outcome;
import dev.sluice.core.worker.WorkerSettings.Disconnects;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers that disconnect on purpose, and come back. */
@ExtendWith(InVirtualTime.class)
class DisconnectsTest {

  private static final Duration FOR_EVER = Duration.ofHours(1);

  @ParameterizedTest
  @CsvSource({"10, 4, 0, 3", "12, 4, 0, 3", "4, 4, 0, 1", "3, 4, 0, 1", "6, 1, 1, 6"})
  void totalsAreExactAndConnectingIsTimed(int count, int every, int pauseMillis, int times)
      throws Exception {
    TestWorkers workers = TestWorkers.idle();
    Disconnects disconnects = new Disconnects(every, Duration.ofMillis(pauseMillis));

    Summary summary =
        LiveRun.of(limited(unlimited("w", workers, 3), count).withDisconnects(disconnects))
            .summary();

    Summary.Workload workload = summary.workloads().get(0);
    assertThat(workload.whole().counts().iterations()).isEqualTo(3L * count);
    assertThat(workload.reconnects()).isEqualTo(Reconnects.NONE);
    assertThat(summary.clean()).isTrue();
    assertThat(workers.made)
        .hasSize(3)
        .allSatisfy(worker -> assertThat(worker.opened.get()).isEqualTo(times))
        .allSatisfy(worker -> assertThat(worker.closed.get()).isEqualTo(times));
  }

  @Test
  void connectingAgainIsAPart() throws Exception {
    CountDownLatch connected = new CountDownLatch(20);
    TestWorkers workers = TestWorkers.idle().opening(worker -> connected.countDown());
    LiveRun run =
        LiveRun.of(unlimited("w", workers, 1).withDisconnects(new Disconnects(1, Duration.ZERO)));

    LiveRun.await(connected);
    Summary summary = run.stopAndSummary();

    assertThat(summary.workloads().get(0).measured().parts().get(LatencyKind.CONNECT).count())
        .isPositive();
  }

  /**
   * Workers make up for what fell due meanwhile once they are back, some after the end of the run.
   */
  @Test
  void whoIsConnectingAtTheEndIsNotSaturated() throws Exception {
    CountDownLatch muchIsDue = new CountDownLatch(1);
    Sink reporter =
        new Sink() {
          private double due;

          @Override
          public void interval(Snapshot snapshot) {
            due += snapshot.workloads().get(0).asked();
            if (due > 6) {
              muchIsDue.countDown();
            }
          }
        };
    TestWorkers workers =
        TestWorkers.idle()
            .opening(
                worker -> {
                  if (worker.opened.get() == 1) {
                    worker.awaitUnblock();
                  }
                });
    LiveRun run =
        LiveRun.of(
            LiveRun.spec(
                Duration.ZERO,
                Duration.ZERO,
                perWorker("w", workers, 3, 4).withDisconnects(new Disconnects(1, Duration.ZERO))),
            reporter);

    LiveRun.await(muchIsDue);
    Summary.Workload workload = run.stopAndSummary().workloads().get(0);

    assertThat(workload.measured().asked()).isGreaterThan(6);
    assertThat(workload.measured().counts().iterations()).isEqualTo(3);
    assertThat(workload.verdict().kind()).isEqualTo(Verdict.Kind.KEPT);
  }

  @Test
  void disconnectedWorkersHaveNothingDueAndDoNotDelayTheEnd() throws Exception {
    CountDownLatch quiet = new CountDownLatch(3);
    Sink reporter =
        new Sink() {
          @Override
          public void interval(Snapshot snapshot) {
            Window workload = snapshot.workloads().get(0);
            if (workload.end().workersUp() == 0 && workload.asked() == 0) {
              quiet.countDown();
            }
          }
        };
    LiveRun run =
        LiveRun.of(
            LiveRun.spec(
                Duration.ZERO,
                Duration.ZERO,
                perWorker("w", TestWorkers.idle(), 2, 1000)
                    .withDisconnects(new Disconnects(5, FOR_EVER))),
            reporter);

    LiveRun.await(quiet);
    WorkloadStatus status = run.control.status().workloads().get(0);
    assertThat(status.workersUp()).isZero();
    assertThat(status.workers()).isEqualTo(2);
    Summary summary = run.stopAndSummary();

    assertThat(summary.workloads().get(0).whole().counts().iterations()).isEqualTo(10);
    assertThat(summary.workloads().get(0).reconnects()).isEqualTo(Reconnects.NONE);
    assertThat(summary.clean()).isTrue();
  }

  @Test
  void whoCannotComeBackIsCountedAndTriesAgain() throws Exception {
    TestWorkers workers = failingToComeBackOnce();

    Summary summary =
        LiveRun.of(
                limited(unlimited("w", workers, 1), 6)
                    .withDisconnects(new Disconnects(3, Duration.ZERO)))
            .summary();

    Summary.Workload workload = summary.workloads().get(0);
    assertThat(workload.whole().counts().iterations()).isEqualTo(6);
    assertThat(workload.whole().end().errorsByCause())
        .containsExactly(entry("IOException: refused", 1L));
    assertThat(workload.reconnects().count()).isOne();
    assertThat(workload.reconnects().notBack()).isZero();
  }

  @Test
  void whoCannotComeBackEndsARunThatStopsOnErrors() throws Exception {
    Summary summary =
        LiveRun.of(
                stoppingOnError(
                    unlimited("w", failingToComeBackOnce(), 1)
                        .withDisconnects(new Disconnects(3, Duration.ZERO))))
            .summary();

    assertThat(summary.workloads().get(0).whole().counts().iterations()).isEqualTo(3);
    assertThat(summary.endReason()).contains("refused");
  }

  /** Even if what failed would leave a worker that is open as it is. */
  private static TestWorkers failingToComeBackOnce() {
    return new TestWorkers(worker -> Outcome.DONE)
        .opening(
            worker -> {
              if (worker.opened.get() == 1 && worker.unblock.availablePermits() == 0) {
                worker.unblock.release(); // serves as a count here
                throw new IOException("refused");
              }
            })
        .surviving();
  }
}
