package dev.sluice.jms.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.core.worker.Worker;
import dev.sluice.jms.BrokerFixture;
import dev.sluice.jms.Waits;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.Content;
import dev.sluice.jms.message.GeneratedBodies;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.message.SizeDistribution;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.session.SessionSettings.SessionMode;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.DeliverySpec;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import dev.sluice.jms.tracking.Receivers;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever is sent, however it is settled: without faults none is found. */
class VerifiedWorkersTest {

  @RegisterExtension static final BrokerFixture BROKER = new BrokerFixture();

  private static final int MESSAGES = 20;

  private final Delivery delivery = Delivery.of(Delivery.Role.ACCOUNT);

  @ParameterizedTest
  @EnumSource(BodyKind.class)
  void bodiesThatAreAlwaysTheSame(BodyKind kind) throws Exception {
    assertThat(found(new MessageSpec(kind, 10_000), BROKER.session()))
        .isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, (long) MESSAGES)));
  }

  @ParameterizedTest
  @EnumSource(BodyKind.class)
  void bodiesThatVary(BodyKind kind) throws Exception {
    MessageSpec varying =
        new MessageSpec(
            kind,
            new GeneratedBodies(new SizeDistribution.Uniform(0, 20_000), Content.Plain.ALPHABET));

    assertThat(found(varying, BROKER.session()))
        .isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, (long) MESSAGES)));
  }

  /** The last batch of 20 by 7 is not full. */
  @ParameterizedTest
  @EnumSource(SessionMode.class)
  void everyWayToSettle(SessionMode mode) throws Exception {
    assertThat(found(new MessageSpec(BodyKind.BYTES, 100), BROKER.session().withMode(mode, 7)))
        .isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, (long) MESSAGES)));
  }

  @Test
  void theSimplifiedApi() throws Exception {
    assertThat(
            found(
                new MessageSpec(BodyKind.TEXT, 100),
                BROKER.session().transacted(7).withApi(Api.SIMPLIFIED)))
        .isEqualTo(DeliveryCounts.of(Map.of(DeliveryFigure.CHECKED, (long) MESSAGES)));
  }

  private DeliveryCounts found(MessageSpec message, SessionSettings session) throws Exception {
    DeliverySpec spec = new DeliverySpec(true, EndToEnd.SAME_HOST);
    DestinationPlan queue = BROKER.newQueue().plan();
    ArrivalChecking checking = delivery.checking(spec, Receivers.ofQueues(queue));
    Worker sender =
        Sender.factory(
                new Sender.Settings(
                    session,
                    queue,
                    new OutgoingMessage(
                        message, PutOptions.NON_PERSISTENT, delivery.stamping(spec, ""))))
            .create(0);
    Worker receiver =
        Receiver.factory(new Receiver.Settings(session, queue, Waits.AMPLE, checking)).create(0);
    Workbench bench = new Workbench();
    bench.run(sender, MESSAGES);
    bench.run(receiver, MESSAGES);
    return checking.finalCounts().orElseThrow();
  }
}
