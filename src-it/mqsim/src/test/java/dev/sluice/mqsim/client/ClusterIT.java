package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.mqsim.cluster.MemberStatus;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reconnection and balancing: what the client does when members come and go under load. */
class ClusterIT {

  private static final String GROUP = "UC01QM";
  private static final int PAIRS = 6;
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(25);

  @TempDir Path directory;
  private SimulatedCluster cluster;

  private void start(int sharedConversations, String... started) {
    cluster =
        SimulatedCluster.builder()
            .group(GROUP)
            .queueManagers("QM1", "QM2", "QM3")
            .sharedConversations(sharedConversations)
            .build();
    List.of(started).forEach(cluster::start);
    cluster.writeCcdt(directory.resolve("ccdt.json"));
  }

  @AfterEach
  void closeCluster() {
    cluster.close();
  }

  private ConnectionFactory factory(String application) throws JMSException {
    JmsConnectionFactory factory = MqClient.throughTable(directory.resolve("ccdt.json"), GROUP);
    factory.setStringProperty(WMQConstants.WMQ_APPLICATIONNAME, application);
    return factory;
  }

  private Traffic traffic(boolean transacted) throws Exception {
    Traffic traffic =
        new Traffic(factory(Traffic.SENDERS), factory(Traffic.RECEIVERS), transacted, 5);
    traffic.start(PAIRS);
    return traffic;
  }

  private int instances(String queueManager, String application) {
    return cluster.status(queueManager).instances(application);
  }

  private boolean balanced(String... active) {
    for (String application : List.of(Traffic.SENDERS, Traffic.RECEIVERS)) {
      int least = Integer.MAX_VALUE;
      int most = 0;
      int sum = 0;
      for (String name : active) {
        int count = instances(name, application);
        least = Math.min(least, count);
        most = Math.max(most, count);
        sum += count;
      }
      if (most - least > 1 || sum != PAIRS) {
        return false;
      }
    }
    return true;
  }

  private boolean goesOn(Traffic traffic) throws Exception {
    int before = traffic.received().size();
    return Eventually.holds(LONG_ENOUGH, () -> traffic.received().size() > before + 20 * PAIRS);
  }

  /** Stops sending and waits for what is still under way; messages may lie on any member. */
  private void assertAllReceived(Traffic traffic) throws Exception {
    traffic.stopSending();
    assertThat(Eventually.holds(LONG_ENOUGH, traffic::isAllSent)).isTrue();
    assertThat(Eventually.holds(LONG_ENOUGH, traffic::isAllReceived)).as("%s", traffic).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  @Tag("soak")
  void startedMembersTakeTheirShareWithoutAnyException(int sharedConversations) throws Exception {
    start(sharedConversations, "QM1");
    try (Traffic traffic = traffic(false)) {
      assertThat(instances("QM1", Traffic.SENDERS)).isEqualTo(PAIRS);
      assertThat(cluster.status("QM1").applications().get(Traffic.RECEIVERS).conversations())
          .isEqualTo(2 * PAIRS);
      cluster.start("QM2");
      cluster.balanceNow();
      assertThat(Eventually.holds(LONG_ENOUGH, () -> balanced("QM1", "QM2"))).isTrue();
      cluster.start("QM3");
      cluster.balanceEvery(Duration.ofMillis(500));
      assertThat(Eventually.holds(LONG_ENOUGH, () -> balanced("QM1", "QM2", "QM3"))).isTrue();
      assertThat(goesOn(traffic)).isTrue();
      assertThat(traffic.failures()).isEmpty();
      assertThat(traffic.duplicates()).isZero();
    }
  }

  @Test
  void killedMembersClientsReconnectWithoutException() throws Exception {
    start(1, "QM1", "QM2");
    try (Traffic traffic = traffic(false)) {
      cluster.balanceNow();
      assertThat(Eventually.holds(LONG_ENOUGH, () -> balanced("QM1", "QM2"))).isTrue();
      cluster.kill("QM1");
      assertThat(Eventually.holds(LONG_ENOUGH, () -> balanced("QM2"))).isTrue();
      assertThat(goesOn(traffic)).isTrue();
      cluster.start("QM1");
      cluster.balanceNow();
      assertThat(Eventually.holds(LONG_ENOUGH, () -> balanced("QM1", "QM2"))).isTrue();
      assertThat(goesOn(traffic)).isTrue();
      assertThat(traffic.failures()).isEmpty();
    }
  }

  @Test
  void killedMembersTransactionsAreRolledBackAndNothingCommittedIsLost() throws Exception {
    start(1, "QM1");
    try (Traffic traffic = traffic(true)) {
      assertThat(goesOn(traffic)).isTrue();
      cluster.kill("QM1");
      cluster.start("QM1");
      assertThat(goesOn(traffic)).isTrue();
      assertAllReceived(traffic);
      assertThat(traffic.failures()).isEmpty();
      assertThat(traffic.rollbacks()).isPositive();
    }
  }

  @Test
  void stopWithReconnectMovesAllAndLosesNothingThatWasAcknowledged() throws Exception {
    start(1, "QM1", "QM2");
    try (Traffic traffic = traffic(false)) {
      cluster.balanceNow();
      assertThat(Eventually.holds(LONG_ENOUGH, () -> balanced("QM1", "QM2"))).isTrue();
      cluster.stopWithReconnect("QM1");
      MemberStatus stopped = cluster.status("QM1");
      assertThat(stopped.sockets()).isZero();
      assertThat(Eventually.holds(LONG_ENOUGH, () -> balanced("QM2"))).isTrue();
      assertThat(goesOn(traffic)).isTrue();
      cluster.start("QM1"); // on a busy host it had no time to be emptied
      cluster.balanceEvery(
          Duration.ofSeconds(1)); // nor may all that are asked to move do so at once
      assertThat(Eventually.holds(LONG_ENOUGH, () -> balanced("QM1", "QM2"))).isTrue();
      assertAllReceived(traffic);
      assertThat(traffic.failures()).isEmpty();
      // the client gives up the call that is under way when it is asked to leave
      assertThat(traffic.inDoubt()).isLessThanOrEqualTo(PAIRS);
      assertThat(traffic.duplicates()).isZero();
      // the last to be received may not be off the queue yet, nor those that are in doubt
      assertThat(Eventually.holds(LONG_ENOUGH, () -> cluster.status("QM1").depth() == 0)).isTrue();
    }
  }

  @Test
  void plainStopDoesNotMakeClientsReconnect() throws Exception {
    start(1, "QM1");
    try (Traffic traffic = traffic(false)) {
      cluster.start("QM2");
      cluster.stop("QM1");
      assertThat(Eventually.holds(LONG_ENOUGH, () -> traffic.failures().size() == 2 * PAIRS))
          .isTrue();
      assertThat(cluster.status("QM2").instances()).isZero();
      assertThat(traffic.failures()).anyMatch(failure -> MqClient.reasonOf(failure) == 2009);
    }
  }

  @Test
  void networkCutHoldsEverythingUpUntilRestored() throws Exception {
    start(1, "QM1");
    try (Traffic traffic = traffic(false)) {
      assertThat(goesOn(traffic)).isTrue();
      cluster.cutNetwork("QM1");
      MemberStatus cut = cluster.status("QM1");
      Thread.sleep(1_000); // long enough to notice traffic, if there were any
      assertThat(cluster.status("QM1").puts()).isEqualTo(cut.puts());
      assertThat(cluster.status("QM1").gets()).isEqualTo(cut.gets());
      cluster.restoreNetwork("QM1");
      assertThat(goesOn(traffic)).isTrue();
      assertAllReceived(traffic);
      assertThat(traffic.failures()).isEmpty();
    }
  }
}
