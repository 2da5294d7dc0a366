package dev.sluice.it.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.it.run.HarnessRun;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.mqsim.cluster.MemberStatus;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Request and reply by correlation id, over queues that many workers share. */
class RequestReplyIT {

  private static final String QUEUE_MANAGER = "QM1";
  private static final int QUEUE_PAIRS = 10;
  private static final int RESPONDERS = 200;
  private static final int REQUESTERS = 100;
  private static final double ROUND_TRIPS_PER_SECOND = 300;
  private static final Duration DURATION = Duration.ofSeconds(8);
  private static final Duration WITH_CONNECTING = DURATION.plusMinutes(3);

  @TempDir Path directory;

  private final List<Requester> requesters = new CopyOnWriteArrayList<>();

  @Test
  @Tag("soak")
  void everyRequesterGetsItsOwnReplies() throws Exception {
    try (SimulatedCluster cluster =
        SimulatedCluster.builder().queueManagers(QUEUE_MANAGER).build()) {
      cluster.start(QUEUE_MANAGER);
      cluster.writeCcdt(ccdt());
      try (JmsProvider provider = provider();
          HarnessRun run = HarnessRun.start(DURATION, requesters(provider), responders(provider))) {
        assertOutcome(run.summary(WITH_CONNECTING), cluster.status(QUEUE_MANAGER));
      }
    }
  }

  private void assertOutcome(Summary summary, MemberStatus queueManager) {
    Summary.Workload requests = HarnessRun.workload(summary, "requesters");
    Summary.Workload replies = HarnessRun.workload(summary, "responders");
    System.out.printf(
        "%d round trips in %d s, %d in the measured part%n",
        requests.whole().counts().iterations(),
        DURATION.toSeconds(),
        requests.measured().counts().iterations());
    assertThat(summary.endReason()).isEqualTo("the duration has passed");
    assertThat(summary.measuredNanos()).isGreaterThanOrEqualTo(DURATION.toNanos());
    assertThat(summary.clean())
        .as("%s %s", requests.whole().end().errorsByCause(), replies.whole().end().errorsByCause())
        .isTrue();
    assertThat(requesters).hasSize(REQUESTERS).allMatch(requester -> requester.roundTrips() > 0);
    assertThat(requesters.stream().mapToLong(Requester::roundTrips).sum())
        .isEqualTo(requests.whole().counts().iterations())
        .isEqualTo(replies.whole().counts().iterations());
    assertThat(queueManager.puts()).isEqualTo(2 * requests.whole().counts().iterations());
    assertThat(queueManager.gets()).isEqualTo(queueManager.puts());
    assertThat(queueManager.depth()).isZero();
  }

  private WorkloadSpec requesters(JmsProvider provider) {
    return WorkloadSpec.of(
        "requesters",
        index -> {
          Requester requester = new Requester(provider, QueuePair.of(index, QUEUE_PAIRS), index);
          requesters.add(requester);
          return requester;
        },
        REQUESTERS,
        new RateTarget.Total(ROUND_TRIPS_PER_SECOND));
  }

  private static WorkloadSpec responders(JmsProvider provider) {
    return WorkloadSpec.of(
        "responders",
        index -> new Responder(provider, QueuePair.of(index, QUEUE_PAIRS)),
        RESPONDERS,
        RateTarget.asFastAsPossible());
  }

  private Path ccdt() {
    return directory.resolve("ccdt.json");
  }

  /** By a channel table: without one the client waits no longer than two seconds for an answer. */
  private JmsProvider provider() {
    return IbmMqSettings.of(new MqEndpoint.Ccdt(ccdt().toString(), QUEUE_MANAGER)).create();
  }
}
