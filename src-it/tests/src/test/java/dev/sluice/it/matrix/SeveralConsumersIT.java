package dev.sluice.it.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.destination.ConsumerPlan;
import dev.sluice.jms.destination.DestinationPlan;
import dev.sluice.jms.session.SessionSettings.Api;
import dev.sluice.jms.tracking.ArrivalChecking;
import dev.sluice.jms.worker.ListeningReceiver;
import jakarta.jms.JMSException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Listening receivers with several consumers in a session take exactly their count, and leave the
 * rest where it is, also what the client held for the other consumers.
 */
class SeveralConsumersIT {

  private static final int CONSUMERS = 3;

  private static Brokers brokers;

  @BeforeAll
  static void startBrokers() throws JMSException {
    brokers = new Brokers();
  }

  @AfterAll
  static void stopBrokers() throws JMSException {
    brokers.close();
  }

  @ParameterizedTest
  @CsvSource({
    "true, true, CLASSIC",
    "true, false, CLASSIC",
    "false, true, CLASSIC",
    "true, false, SIMPLIFIED",
    "false, true, SIMPLIFIED"
  })
  void exactlyTheCountIsTakenOfAllQueues(boolean transacted, boolean persistent, Api api)
      throws Exception {
    BrokerKind broker = BrokerKind.QUEUE_MANAGER;
    Mode mode = new Mode(transacted, persistent, api);
    Stand stand =
        new Stand(brokers.provider(broker), brokers.depot(broker), mode, "SEVERAL." + mode);
    DestinationPlan queues = DestinationPlan.numbered("SEVERAL", 1, Stand.WORKERS * CONSUMERS);
    stand.fill(queues);

    stand
        .run(
            stand.workload(
                "receivers",
                ListeningReceiver.factory(
                    new ListeningReceiver.Settings(
                        stand.session(), ConsumerPlan.of(queues), CONSUMERS, ArrivalChecking.OFF))))
        .did("receivers", Stand.all(), transacted ? stand.commits() : Map.of());

    long left = 0;
    for (String queue : queues.names()) {
      left += stand.depot().takeAll(queue).size();
    }
    assertThat(left).isEqualTo(Stand.all() * (CONSUMERS - 1));
  }
}
