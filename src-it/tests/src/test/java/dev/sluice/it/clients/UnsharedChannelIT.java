package dev.sluice.it.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.it.run.HarnessRun;
import dev.sluice.it.run.MqProviders;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.Reconnect.ReconnectOption;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A channel with SHARECNV(0), as those of MQ before version 7 are: IBM's client refuses there what
 * came with JMS 2.0.
 */
class UnsharedChannelIT {

  private static final int MESSAGES = 20;

  @ParameterizedTest
  @EnumSource(SessionMode.class)
  void carriesMessages(SessionMode mode) throws Exception {
    try (SimulatedCluster cluster =
        SimulatedCluster.builder().queueManagers("QM1").sharedConversations(0).build()) {
      cluster.start("QM1");
      try (JmsProvider provider = MqProviders.direct(cluster, "QM1", ReconnectOption.DISABLED)) {
        SessionSettings session = SessionSettings.of(provider).withMode(mode, 5);
        DestinationPlan queue = DestinationPlan.of("Q");
        OutgoingMessage small =
            new OutgoingMessage(new MessageSpec(BodyKind.BYTES, 10), PutOptions.NON_PERSISTENT);
        try (HarnessRun run =
            HarnessRun.start(
                Duration.ZERO,
                WorkloadSpec.of(
                        "senders",
                        Sender.factory(new Sender.Settings(session, queue, small)),
                        1,
                        RateTarget.asFastAsPossible())
                    .withCount(MESSAGES),
                WorkloadSpec.of(
                        "receivers",
                        Receiver.factory(
                            new Receiver.Settings(
                                session, queue, Duration.ofSeconds(20), ArrivalChecking.OFF)),
                        1,
                        RateTarget.asFastAsPossible())
                    .withCount(MESSAGES))) {
          Summary summary = run.summary(Duration.ofMinutes(1));
          assertThat(summary.workloads())
              .hasSize(2)
              .allSatisfy(
                  each -> assertThat(each.whole().counts().iterations()).isEqualTo(MESSAGES));
          assertThat(summary.clean()).isTrue();
        }
      }
    }
  }
}
