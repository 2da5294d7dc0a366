package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.Connections.Reconnects;
import dev.sluice.core.stats.LatencyKind;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.core.worker.WorkerSettings.Disconnects;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Workers that disconnect on purpose lose nothing, not even a part of a batch. */
class DisconnectsIT {

  private static final int WORKERS = 3;
  private static final int COUNT = 20;
  private static final DestinationPlan QUEUE = DestinationPlan.of("DISCONNECTS");
  private static final Duration RECEIVE_TIMEOUT = Duration.ofMillis(100);

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.sluice.it.LiveBroker#kinds")
  void everyMessageIsSentAndReceivedOnce(String name, LiveBroker.Maker maker) throws Exception {
    try (LiveBroker broker = maker.make()) {
      SessionSettings session = SessionSettings.of(broker.provider());
      OutgoingMessage outgoing =
          new OutgoingMessage(new MessageSpec(BodyKind.BYTES, 10), PutOptions.NON_PERSISTENT);
      WorkloadSpec senders =
          workload(
              "senders",
              Sender.factory(new Sender.Settings(session.transacted(3), QUEUE, outgoing)),
              new Disconnects(5, Duration.ofMillis(10)));
      WorkloadSpec receivers =
          workload(
              "receivers",
              Receiver.factory(
                  new Receiver.Settings(
                      session.transacted(4), QUEUE, RECEIVE_TIMEOUT, ArrivalChecking.OFF)),
              new Disconnects(7, Duration.ZERO));

      Summary summary = new LiveHarness(senders, receivers).summary();

      assertThat(summary.clean()).isTrue();
      assertThat(summary.workloads())
          .allSatisfy(
              workload -> {
                assertThat(workload.whole().counts().iterations()).isEqualTo(WORKERS * COUNT);
                assertThat(workload.whole().counts().rolledBack()).isZero();
                assertThat(workload.reconnects()).isEqualTo(Reconnects.NONE);
              });
      assertThat(connects(summary, 0)).isEqualTo(WORKERS * 3);
      assertThat(connects(summary, 1)).isEqualTo(WORKERS * 2);
    }
  }

  private static WorkloadSpec workload(String name, WorkerFactory workers, Disconnects when) {
    return WorkloadSpec.of(name, workers, WORKERS, RateTarget.asFastAsPossible())
        .withCount(COUNT)
        .withDisconnects(when);
  }

  private static long connects(Summary summary, int workload) {
    return summary.workloads().get(workload).measured().parts().get(LatencyKind.CONNECT).count();
  }
}
