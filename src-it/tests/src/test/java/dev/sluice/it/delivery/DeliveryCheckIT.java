package dev.sluice.it.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.pacing.CatchUp;
import dev.sluice.core.result.Summary;
import dev.sluice.core.run.RateTarget;
import dev.sluice.core.run.WorkloadSpec;
import dev.sluice.core.stats.DeliveryCounts;
import dev.sluice.core.stats.DeliveryFigure;
import dev.sluice.it.run.HarnessRun;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.tracking.Delivery;
import dev.sluice.jms.tracking.DeliverySpec;
import dev.sluice.jms.tracking.DeliverySpec.EndToEnd;
import dev.sluice.jms.tracking.Receivers;
import dev.sluice.jms.tracking.WorkloadTracking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every fault of a broker that drops, doubles, changes and swaps messages is found, exactly. */
@Tag("soak")
class DeliveryCheckIT {

  private static final long SEED = 20_260_104L;
  private static final int PAIRS = 4;
  private static final Duration DURATION = Duration.ofSeconds(5);
  private static final Duration RECEIVE_TIMEOUT = Duration.ofSeconds(1);
  private static final Duration DRAIN = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final int MESSAGE_BYTES = 256;

  private final Faults faults = new Faults(SEED, 500);
  private final Delivery delivery = Delivery.of(Delivery.Role.ACCOUNT);
  private JmsProvider broker;

  @BeforeEach
  void startBroker() {
    System.out.println("the faults' seed is " + SEED);
    broker = EmbeddedProvider.inProcess();
  }

  @AfterEach
  void stopBroker() {
    broker.close();
  }

  /** From memory to memory, because it takes a host of its own for a broker to carry that. */
  @Test
  void everyFaultIsCountedAt20000MessagesASecond() throws Exception {
    Summary summary =
        run(
            MemoryProvider.of(broker),
            DestinationPlan.numbered("PAIR", 1, PAIRS),
            UnaryOperator.identity(),
            new RateTarget.Total(20_000));

    assertThat(found(summary)).isEqualTo(done(summary, faults.swapped()));
    assertThat(HarnessRun.workload(summary, "senders").measured().ratio()).isGreaterThan(0.99);
  }

  @Test
  void everyFaultIsCountedOfABroker() throws Exception {
    Summary summary =
        run(
            broker,
            DestinationPlan.numbered("PAIR", 1, PAIRS),
            UnaryOperator.identity(),
            new RateTarget.Total(2_000));

    assertThat(found(summary)).isEqualTo(done(summary, faults.swapped()));
  }

  /** Order is not compared: it is that of each receiver, and who gets what is chance. */
  @Test
  void everyFaultIsCountedWhereReceiversShareAQueueInTransactions() throws Exception {
    Summary summary =
        run(
            broker,
            DestinationPlan.of("SHARED"),
            session -> session.transacted(10),
            new RateTarget.Total(2_000));

    DeliveryCounts found = found(summary);
    assertThat(found).isEqualTo(done(summary, found.get(DeliveryFigure.OUT_OF_ORDER)));
  }

  /** The faults done to the messages, as a check that misses nothing finds them. */
  private DeliveryCounts done(Summary summary, long outOfOrder) {
    assertThat(faults.dropped()).isPositive();
    assertThat(faults.doubled()).isPositive();
    assertThat(faults.swapped()).isPositive();
    assertThat(faults.corrupted()).isPositive();
    long sent = HarnessRun.workload(summary, "senders").whole().counts().iterations();
    return DeliveryCounts.of(
        Map.of(
            DeliveryFigure.CHECKED,
            sent - faults.dropped() + faults.doubled(),
            DeliveryFigure.LOST,
            faults.dropped(),
            DeliveryFigure.DUPLICATES,
            faults.doubled(),
            DeliveryFigure.OUT_OF_ORDER,
            outOfOrder,
            DeliveryFigure.CORRUPT,
            faults.corrupted()));
  }

  private Summary run(
      JmsProvider provider,
      DestinationPlan queues,
      UnaryOperator<SessionSettings> mode,
      RateTarget rate)
      throws Exception {
    DeliverySpec spec = new DeliverySpec(true, EndToEnd.SAME_HOST);
    WorkloadTracking stamping = delivery.stamping(spec, "it");
    ArrivalChecking checking = delivery.checking(spec, Receivers.ofQueues(queues));
    WorkloadSpec senders =
        WorkloadSpec.of(
                "senders",
                Sender.factory(
                    new Sender.Settings(
                        mode.apply(SessionSettings.of(FaultyProvider.of(provider, faults))),
                        queues,
                        new OutgoingMessage(
                            new MessageSpec(BodyKind.BYTES, MESSAGE_BYTES),
                            PutOptions.NON_PERSISTENT,
                            stamping))),
                PAIRS,
                rate)
            .withCatchUp(CatchUp.UNLIMITED);
    WorkloadSpec receivers =
        WorkloadSpec.of(
                "receivers",
                Receiver.factory(
                    new Receiver.Settings(
                        mode.apply(SessionSettings.of(provider)),
                        queues,
                        RECEIVE_TIMEOUT,
                        checking)),
                PAIRS,
                RateTarget.asFastAsPossible())
            .withDrain(DRAIN)
            .withDelivery(checking);
    try (HarnessRun run = HarnessRun.start(DURATION, senders, receivers)) {
      Summary summary = run.summary(PATIENCE);
      Summary.Workload sent = HarnessRun.workload(summary, "senders");
      System.out.printf(
          "sent %d at %.0f/s of %.0f/s; %s; found %s%n",
          sent.whole().counts().iterations(),
          sent.measured().achievedPerSecond(),
          sent.measured().targetPerSecond(),
          faults,
          found(summary));
      return summary;
    }
  }

  private static DeliveryCounts found(Summary summary) {
    return HarnessRun.workload(summary, "receivers").delivery().orElseThrow();
  }
}
