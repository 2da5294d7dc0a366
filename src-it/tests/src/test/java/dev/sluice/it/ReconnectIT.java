package dev.sluice.it;

import static dev.sluice.it.ReconnectingWorkloads.RECEIVERS;
import static dev.sluice.it.ReconnectingWorkloads.SENDERS;
import static dev.sluice.it.ReconnectingWorkloads.WORKERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Summary;
import dev.sluice.core.stats.Counts;
import dev.sluice.core.worker.ConnectionWatch.ConnectionChange;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queue managers that come and go, through the IBM client. */
class ReconnectIT {

  private static final int MOST_KILLS = 5;

  private static final String GROUP = "UC01QM";
  private static final Duration FOR_LONG = Duration.ofMinutes(30);
  private static final Duration SHORTLY = Duration.ofSeconds(2);

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private ReconnectingWorkloads workloads;

  @BeforeEach
  void startCluster() {
    cluster = SimulatedCluster.builder().group(GROUP).queueManagers("QM1", "QM2").build();
    cluster.start("QM1");
    cluster.writeCcdt(ccdt());
    workloads = new ReconnectingWorkloads(ccdt(), GROUP, FOR_LONG);
  }

  @AfterEach
  void closeCluster() {
    workloads.close();
    cluster.close();
  }

  @Test
  void aKilledQueueManagersConnectionsAreCountedAsTheyMoveAndPutsUnderWayAreInDoubt()
      throws Exception {
    LiveHarness harness = new LiveHarness(workloads.senders(), workloads.receivers());
    harness.awaitProgress(50);
    assertThat(harness.on(SENDERS, "QM1")).isEqualTo(WORKERS);
    assertThat(harness.on(RECEIVERS, "QM1")).isEqualTo(WORKERS);

    cluster.cutNetwork("QM1"); // so that each sender has a put under way that is not answered
    awaitStandstill(harness);
    cluster.start("QM2");
    cluster.kill("QM1");
    awaitAllOn(harness, "QM2");
    harness.awaitProgress(50);
    Summary summary = harness.stop();

    Summary.Workload senders = summary.workloads().get(0);
    assertThat(senders.whole().counts().inDoubt()).isEqualTo(WORKERS);
    for (Summary.Workload workload : summary.workloads()) {
      assertThat(workload.whole().end().errorsByCause()).isEmpty();
      assertThat(workload.reconnects().count()).isEqualTo(WORKERS);
      assertThat(workload.reconnects().notBack()).isZero();
      assertThat(workload.reconnects().p50Nanos()).isPositive();
      assertThat(workload.workersLost()).isZero();
    }
    assertThat(summary.clean()).isTrue();
    assertThat(harness.connectionEvents())
        .filteredOn(e -> e.change().transition() == ConnectionChange.Transition.BACK)
        .hasSize(2 * WORKERS)
        .allSatisfy(e -> assertThat(e.change().from()).isEqualTo("QM1"))
        .allSatisfy(e -> assertThat(e.change().to()).isEqualTo("QM2"))
        .extracting(e -> e.worker())
        .doesNotHaveDuplicates();
  }

  @Test
  void aQueueManagerThatIsStoppedWithReconnectionCausesNoErrors() throws Exception {
    LiveHarness harness = new LiveHarness(workloads.senders(), workloads.receivers());
    harness.awaitProgress(50);

    cluster.start("QM2");
    cluster.stopWithReconnect("QM1");
    awaitAllOn(harness, "QM2");
    harness.awaitProgress(50);
    Summary summary = harness.stop();

    for (Summary.Workload workload : summary.workloads()) {
      assertThat(workload.whole().end().errorsByCause()).isEmpty();
      assertThat(workload.reconnects().count()).isEqualTo(WORKERS);
      assertThat(workload.workersLost()).isZero();
    }
    assertThat(summary.clean()).isTrue();
    Summary.Workload senders = summary.workloads().get(0);
    Summary.Workload receivers = summary.workloads().get(1);
    assertThat(receivers.whole().counts().inDoubt()).isZero();
    // a put under way when its connection moves is in doubt: it arrived or it did not
    assertThat(receivers.whole().counts().iterations())
        .isBetween(
            senders.whole().counts().iterations(),
            senders.whole().counts().iterations() + senders.whole().counts().inDoubt());
  }

  @Test
  void balancingIsSeenInTheConnectionsOfEachQueueManager() throws Exception {
    LiveHarness harness = new LiveHarness(workloads.senders(), workloads.receivers());
    harness.awaitProgress(50);
    cluster.start("QM2");
    cluster.balanceNow();

    harness.await(
        "a balance",
        () ->
            List.of(SENDERS, RECEIVERS).stream()
                .allMatch(
                    workload ->
                        harness
                            .status(workload)
                            .connections()
                            .byPeer()
                            .equals(Map.of("QM1", WORKERS / 2, "QM2", WORKERS / 2))));
    for (String workload : List.of(SENDERS, RECEIVERS)) {
      assertThat(cluster.status("QM2").instances(workload)).isEqualTo(WORKERS / 2);
      assertThat(harness.status(workload).connections().reconnects()).isEqualTo(WORKERS / 2);
    }
    harness.awaitProgress(50);
    Summary summary = harness.stop();

    assertThat(summary.clean()).isTrue();
    // a put under way when its connection moves is in doubt, a get is not
    assertThat(summary.workloads().get(0).whole().counts().inDoubt())
        .isLessThanOrEqualTo(WORKERS / 2);
    assertThat(summary.workloads().get(1).whole().counts().inDoubt()).isZero();
  }

  /**
   * The IBM client begins a wait again once its connection is back, even if somebody wanted to end
   * it.
   */
  @Test
  void receiversEndLongBeforeTheirWaitIsOverAlsoWhileTheirConnectionsMove() throws Exception {
    LiveHarness harness = new LiveHarness(workloads.receivers(Duration.ofMinutes(10)));
    cluster.start("QM2");
    cluster.balanceNow();
    Summary summary = harness.stop();

    assertThat(summary.workloads().get(0).workersLost()).isZero();
  }

  @Test
  void whatTransactionsCommittedThroughAKillArrivesOnceOrIsReported() throws Exception {
    int transaction = 5;
    LiveHarness harness =
        new LiveHarness(workloads.senders(transaction), workloads.receivers(transaction));
    harness.awaitProgress(100);

    int kills = 0;
    do { // until one meets a transaction; on a busy host all may be between two
      cluster.kill("QM1");
      cluster.start("QM1");
      kills++;
      long reconnects = (long) kills * WORKERS;
      harness.await(
          "all reconnections",
          () ->
              List.of(SENDERS, RECEIVERS).stream()
                  .allMatch(w -> harness.status(w).connections().reconnects() >= reconnects));
      harness.awaitProgress(100);
    } while (notCommitted(harness.status(SENDERS).counts()) == 0 && kills < MOST_KILLS);
    Summary summary = harness.stop();

    Summary.Workload senders = summary.workloads().get(0);
    Summary.Workload receivers = summary.workloads().get(1);
    assertThat(senders.whole().end().errorsByCause()).isEmpty();
    assertThat(receivers.whole().end().errorsByCause()).isEmpty();
    assertThat(notCommitted(senders.whole().counts())).isPositive();
    long sent = senders.whole().counts().iterations() - senders.whole().counts().rolledBack();
    long received =
        receivers.whole().counts().iterations() - receivers.whole().counts().rolledBack();
    long left = cluster.status("QM1").depth();
    assertThat(Math.abs(sent - received - left))
        .isLessThanOrEqualTo(
            senders.whole().counts().inDoubt() + receivers.whole().counts().inDoubt());
    assertThat(summary.clean()).isTrue();
  }

  private static long notCommitted(Counts of) {
    return of.rolledBack() + of.inDoubt();
  }

  @Test
  void whenTheClientGivesUpTheHarnessReconnects() throws Exception {
    try (ReconnectingWorkloads hasty = new ReconnectingWorkloads(ccdt(), GROUP, SHORTLY)) {
      LiveHarness harness = new LiveHarness(hasty.senders(), hasty.receivers());
      harness.awaitProgress(50);

      cluster.kill("QM1");
      harness.await(
          "the end of the client's own attempts",
          () ->
              harness.status(SENDERS).errorsByCause().size() > 0
                  && harness.status(RECEIVERS).errorsByCause().size() > 0);
      cluster.start("QM1");
      awaitAllOn(harness, "QM1");
      harness.awaitProgress(50);
      Summary summary = harness.stop();

      for (Summary.Workload workload : summary.workloads()) {
        assertThat(workload.reconnects().count()).isGreaterThanOrEqualTo(WORKERS);
        assertThat(workload.reconnects().notBack()).isZero();
        assertThat(workload.workersLost()).isZero();
      }
      assertThat(summary.clean()).isFalse();
    }
  }

  private Path ccdt() {
    return directory.resolve("ccdt.json");
  }

  private static void awaitAllOn(LiveHarness harness, String queueManager)
      throws InterruptedException {
    harness.await(
        "all workers on " + queueManager,
        () ->
            harness.on(SENDERS, queueManager) == WORKERS
                && harness.on(RECEIVERS, queueManager) == WORKERS);
  }

  /** Waits until no sender has got on for much longer than it takes to the next put. */
  private static void awaitStandstill(LiveHarness harness) throws InterruptedException {
    long[] last = {-1, System.nanoTime()};
    harness.await(
        "a standstill",
        () -> {
          long iterations = harness.status(SENDERS).iterations();
          if (iterations != last[0]) {
            last[0] = iterations;
            last[1] = System.nanoTime();
          }
          return System.nanoTime() - last[1] > Duration.ofMillis(500).toNanos();
        });
  }
}
