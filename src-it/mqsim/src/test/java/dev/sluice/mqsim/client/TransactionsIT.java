package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Commit, rollback, redelivery, acknowledgement. */
class TransactionsIT {

  @RegisterExtension static final QueueManagerFixture QUEUE_MANAGER = new QueueManagerFixture();

  @Test
  void putsAreVisibleAfterCommitAndGoneAfterRollback() throws Exception {
    Session session = QUEUE_MANAGER.transactedSession();
    Queue queue = session.createQueue(QUEUE_MANAGER.queueName());
    MessageProducer producer = session.createProducer(queue);
    Session other = QUEUE_MANAGER.session();
    MessageConsumer consumer = other.createConsumer(queue);

    producer.send(session.createTextMessage("rolled back"));
    assertThat(consumer.receiveNoWait()).isNull();
    session.rollback();
    assertThat(QUEUE_MANAGER.depth(QUEUE_MANAGER.queueName())).isZero();
    producer.send(session.createTextMessage("committed"));
    session.commit();

    TextMessage received = (TextMessage) consumer.receive(MqClient.RECEIVE_MILLIS);
    assertThat(received.getText()).isEqualTo("committed");
    assertThat(consumer.receiveNoWait()).isNull();
  }

  @Test
  void rolledBackGetIsRedeliveredInOrder() throws Exception {
    Session session = QUEUE_MANAGER.transactedSession();
    Queue queue = session.createQueue(QUEUE_MANAGER.queueName());
    MessageProducer producer = session.createProducer(queue);
    producer.send(session.createTextMessage("1"));
    producer.send(session.createTextMessage("2"));
    session.commit();
    MessageConsumer consumer = session.createConsumer(queue);

    assertThat(consumer.receive(MqClient.RECEIVE_MILLIS).getJMSRedelivered()).isFalse();
    session.rollback();
    TextMessage again = (TextMessage) consumer.receive(MqClient.RECEIVE_MILLIS);
    TextMessage second = (TextMessage) consumer.receive(MqClient.RECEIVE_MILLIS);
    session.commit();

    assertThat(again.getText()).isEqualTo("1");
    assertThat(again.getJMSRedelivered()).isTrue();
    assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    assertThat(second.getText()).isEqualTo("2");
    assertThat(second.getJMSRedelivered()).isFalse();
    assertThat(QUEUE_MANAGER.depth(QUEUE_MANAGER.queueName())).isZero();
  }

  @Test
  void closingTheConnectionRollsBack() throws Exception {
    String queueName = QUEUE_MANAGER.queueName();
    try (Connection connection = QUEUE_MANAGER.connect()) {
      Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
      session
          .createProducer(session.createQueue(queueName))
          .send(session.createTextMessage("never committed"));
    }
    assertThat(Eventually.holds(Duration.ofSeconds(25), () -> QUEUE_MANAGER.depth(queueName) == 0))
        .isTrue();
  }

  @Test
  void clientAcknowledgeAndRecover() throws Exception {
    Session session = QUEUE_MANAGER.connect().createSession(false, Session.CLIENT_ACKNOWLEDGE);
    Queue queue = session.createQueue(QUEUE_MANAGER.queueName());
    session.createProducer(queue).send(session.createTextMessage("once"));
    MessageConsumer consumer = session.createConsumer(queue);

    consumer.receive(MqClient.RECEIVE_MILLIS);
    session.recover();
    Message again = consumer.receive(MqClient.RECEIVE_MILLIS);
    again.acknowledge();

    assertThat(again.getJMSRedelivered()).isTrue();
    assertThat(QUEUE_MANAGER.depth(QUEUE_MANAGER.queueName())).isZero();
  }
}
