package dev.sluice.jms.provider.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.jms.Waits;
import dev.sluice.jms.provider.Credentials;
import dev.sluice.jms.provider.JmsProvider;
import dev.sluice.jms.provider.QueueDepths;
import dev.sluice.jms.provider.embedded.EmbeddedProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import org.junit.jupiter.api.Test;

/** Depths told by the management of a real broker. */
class ArtemisManagementTest {

  @Test
  void followsWhatIsPutAndGot() throws JMSException {
    try (EmbeddedProvider broker = EmbeddedProvider.inProcess();
        QueueDepths depths = broker.queueDepths().orElseThrow()) {
      assertFollows(broker, depths);
    }
  }

  @Test
  void isAskedByTcpToo() throws JMSException {
    try (EmbeddedProvider broker = EmbeddedProvider.withTcp(0);
        JmsProvider client =
            new ArtemisProvider("tcp://127.0.0.1:" + broker.tcpPort(), Credentials.NONE);
        QueueDepths depths = client.queueDepths().orElseThrow()) {
      assertFollows(client, depths);
    }
  }

  @Test
  void aQueueThatIsNotThereIsNamedAndTheNextQuestionIsAnswered() throws JMSException {
    try (EmbeddedProvider broker = EmbeddedProvider.inProcess();
        QueueDepths depths = broker.queueDepths().orElseThrow()) {
      assertThatExceptionOfType(JMSException.class)
          .isThrownBy(() -> depths.depth("NOWHERE"))
          .withMessageContaining("NOWHERE");
      assertFollows(broker, depths);
    }
  }

  private static void assertFollows(JmsProvider provider, QueueDepths depths) throws JMSException {
    try (Connection connection = provider.connect();
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
      connection.start();
      Queue queue = session.createQueue("A.QUEUE");
      MessageProducer producer = session.createProducer(queue);
      for (int i = 0; i < 5; i++) {
        producer.send(session.createMessage());
      }
      session.commit();
      assertDepth(depths, 5);

      MessageConsumer consumer = session.createConsumer(queue);
      for (int i = 0; i < 3; i++) {
        assertThat(consumer.receive(Waits.AMPLE.toMillis())).isNotNull();
      }
      session.commit();
      consumer.close();
      assertDepth(depths, 2);
    }
  }

  /** The broker may count what it has committed a little later. */
  private static void assertDepth(QueueDepths depths, long expected) throws JMSException {
    long deadlineNanos = System.nanoTime() + Waits.AMPLE.toNanos();
    long depth = depths.depth("A.QUEUE");
    while (depth != expected && System.nanoTime() < deadlineNanos) {
      depth = depths.depth("A.QUEUE");
    }
    assertThat(depth).isEqualTo(expected);
  }
}
