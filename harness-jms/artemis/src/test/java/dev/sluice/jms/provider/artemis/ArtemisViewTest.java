package dev.sluice.jms.provider.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jms.Waits;
import dev.sluice.jms.provider.BrokerView;
import dev.sluice.jms.provider.BrokerView.Aggregation;
import dev.sluice.jms.provider.BrokerView.Interest;
import dev.sluice.jms.provider.BrokerView.Reading;
import dev.sluice.jms.provider.BrokerView.Readout;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What a real broker says of itself. */
class ArtemisViewTest {

  private static final Interest WANTED =
      new Interest(
          List.of("queues", "memory", "connections"),
          List.of("A.QUEUE", "NOWHERE"),
          Duration.ofSeconds(30));

  private static Map<String, Double> values(Readout readout) {
    return readout.readings().stream()
        .collect(Collectors.toMap(each -> each.measure().name(), Reading::value));
  }

  @Test
  void tellsDepthsAndCountsOfAQueueMemoryAndConnections() throws Exception {
    try (EmbeddedProvider broker = EmbeddedProvider.inProcess();
        BrokerView view = broker.view(WANTED).orElseThrow();
        Connection connection = broker.connect();
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
      connection.start();
      Queue queue = session.createQueue("A.QUEUE");
      MessageProducer producer = session.createProducer(queue);
      send(session, producer, 2);
      Readout first = view.ask();
      assertThat(values(first))
          .containsEntry("messageCount", 2.0)
          .containsEntry("consumerCount", 0.0)
          .containsEntry("connectionCount", 2.0)
          .doesNotContainKey("messagesAdded");
      assertThat(values(first).get("addressMemoryUsage")).isPositive();
      assertThat(first.gaps()).containsExactly(Map.entry("", "the broker has no queue NOWHERE"));
      assertThat(first.calls()).isEqualTo(10);

      send(session, producer, 5);
      MessageConsumer consumer = session.createConsumer(queue);
      for (int i = 0; i < 3; i++) {
        assertThat(consumer.receive(Waits.AMPLE.toMillis())).isNotNull();
      }
      session.commit();
      Readout second = view.ask();
      assertThat(values(second))
          .containsEntry("messageCount", 4.0)
          .containsEntry("messagesAdded", 5.0)
          .containsEntry("messagesAcknowledged", 3.0)
          .containsEntry("consumerCount", 1.0);
      assertThat(second.readings())
          .filteredOn(each -> each.measure().aggregation() == Aggregation.COUNT)
          .allMatch(each -> each.covered().toNanos() > 0 && each.errorNanos() > 0);
    }
  }

  @Test
  void aBrokerThatIsAwayIsAGapAndIsAskedAgain() throws Exception {
    EmbeddedProvider broker = EmbeddedProvider.withTcp(0);
    String url = "tcp://127.0.0.1:" + broker.tcpPort();
    try (ArtemisProvider client = new ArtemisProvider(url, Credentials.NONE);
        BrokerView view = client.view(WANTED).orElseThrow()) {
      assertThat(values(view.ask())).containsKey("connectionCount");
      broker.close();
      Readout gap = view.ask();
      assertThat(gap.readings()).isEmpty();
      assertThat(gap.gaps()).containsOnlyKeys("");
      try (EmbeddedProvider again =
          EmbeddedProvider.withTcp(Integer.parseInt(url.replaceAll(".*:", "")))) {
        assertThat(again.tcpPort()).isPositive();
        assertThat(values(view.ask())).containsKey("connectionCount");
      }
    }
  }

  private static void send(Session session, MessageProducer producer, int count)
      throws JMSException {
    for (int i = 0; i < count; i++) {
      producer.send(session.createMessage());
    }
    session.commit();
  }
}
