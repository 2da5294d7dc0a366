package dev.sluice.it.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.worker.Worker;
import dev.sluice.core.worker.WorkerFactory;
import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.destination.SelectorPlan;
import dev.sluice.jms.destination.SubscriptionPlan;
import dev.sluice.jms.message.BodyKind;
import dev.sluice.jms.message.CorrelationForm;
import dev.sluice.jms.message.MessageSpec;
import dev.sluice.jms.message.MessageSpec.Correlation;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.ibmmq.IbmMqSettings;
import dev.sluice.jms.provider.ibmmq.MqEndpoint;
import dev.sluice.jms.session.PutOptions;
import dev.sluice.jms.session.SessionSettings;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.OutgoingMessage;
import dev.sluice.jms.worker.Receiver;
import dev.sluice.jms.worker.Sender;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Senders and receivers of one queue that know each other by their number, by the IBM client. */
class CorrelatedPairsIT {

  private static final int PAIRS = 3;
  private static final DestinationPlan QUEUE = DestinationPlan.of("PAIRS");

  /** Longer than it takes to find a message that is there. */
  private static final Duration LONG = Duration.ofSeconds(20);

  private static final Duration SHORT = Duration.ofMillis(50);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void eachReceiverGetsTheMessagesOfItsSender(boolean nativeBytes) throws Exception {
    CorrelationForm form = new CorrelationForm(nativeBytes, "P1");
    try (SimulatedCluster cluster = SimulatedCluster.builder().queueManagers("QM1").build()) {
      cluster.start("QM1");
      SessionSettings session = SessionSettings.of(provider(cluster));
      for (int i = 0; i < PAIRS; i++) {
        repeat(senders(session, form), i, i + 1, Worker.Outcome.DONE);
      }
      // the last one first, so that it has to pass over those of all others
      for (int i = PAIRS - 1; i >= 0; i--) {
        repeat(receivers(session, form, LONG), i, i + 1, Worker.Outcome.DONE);
        repeat(receivers(session, form, SHORT), i, 1, Worker.Outcome.NOTHING);
        assertThat(cluster.status("QM1").depths().getOrDefault("PAIRS", 0))
            .isEqualTo(i * (i + 1) / 2);
      }
    }
  }

  private static JmsProvider provider(SimulatedCluster cluster) {
    return IbmMqSettings.of(
            new MqEndpoint.Direct("127.0.0.1", cluster.port("QM1"), "APP.SVRCONN", "QM1"))
        .create();
  }

  private static WorkerFactory senders(SessionSettings session, CorrelationForm form) {
    MessageSpec message =
        new MessageSpec(BodyKind.BYTES, 10)
            .withCorrelation(new Correlation(Correlation.Scope.WORKER, form));
    return Sender.factory(
        new Sender.Settings(
            session, QUEUE, new OutgoingMessage(message, PutOptions.NON_PERSISTENT)));
  }

  private static WorkerFactory receivers(
      SessionSettings session, CorrelationForm form, Duration timeout) {
    ConsumerPlan intake =
        new ConsumerPlan(QUEUE, SelectorPlan.ofCorrelation(form), SubscriptionPlan.PLAIN);
    return Receiver.factory(new Receiver.Settings(session, intake, timeout, ArrivalChecking.OFF));
  }

  private static void repeat(
      WorkerFactory workers, int index, int iterations, Worker.Outcome outcome) throws Exception {
    Worker worker = workers.create(index);
    worker.open();
    for (int i = 0; i < iterations; i++) {
      assertThat(worker.iterate()).isEqualTo(outcome);
    }
    worker.close();
  }
}
