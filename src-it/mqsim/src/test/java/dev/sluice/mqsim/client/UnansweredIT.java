package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Asynchronous put and read ahead: calls that are not answered one by one. */
class UnansweredIT {

  @RegisterExtension
  static final QueueManagerFixture QUEUE_MANAGER =
      new QueueManagerFixture(
          SimulatedCluster.builder()
              .queues(
                  new QueueDefinitions(
                      QueueDefinition.DEFAULT,
                      false,
                      Map.of("FULL", QueueDefinition.DEFAULT.withMaxDepth(2)))));

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void asynchronousPutsArriveInOrderWithIdsOfTheirOwn(boolean transacted) throws Exception {
    Session session = transacted ? QUEUE_MANAGER.transactedSession() : QUEUE_MANAGER.session();
    String uri = "queue:///" + QUEUE_MANAGER.queueName() + "?putAsyncAllowed=1";
    MessageProducer producer = session.createProducer(session.createQueue(uri));
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    for (int i = 0; i < 500; i++) {
      producer.send(session.createTextMessage("" + i));
    }
    if (transacted) {
      session.commit();
    }
    Session receiving = QUEUE_MANAGER.session();
    MessageConsumer consumer =
        receiving.createConsumer(receiving.createQueue(QUEUE_MANAGER.queueName()));
    String lastId = "";
    for (int i = 0; i < 500; i++) {
      TextMessage received = (TextMessage) consumer.receive(MqClient.RECEIVE_MILLIS);
      assertThat(received.getText()).isEqualTo("" + i);
      assertThat(received.getJMSMessageID()).isNotEqualTo(lastId);
      lastId = received.getJMSMessageID();
    }
  }

  @Test
  void failedAsynchronousPutsAreReportedLater() throws Exception {
    JmsConnectionFactory factory = MqClient.to(QUEUE_MANAGER.cluster(), "QM1");
    factory.setIntProperty(WMQConstants.WMQ_SEND_CHECK_COUNT, 5);
    factory.setIntProperty(WMQConstants.ASYNC_EXCEPTIONS, WMQConstants.ASYNC_EXCEPTIONS_ALL);
    CompletableFuture<JMSException> reported = new CompletableFuture<>();
    try (Connection connection = factory.createConnection()) {
      connection.setExceptionListener(reported::complete);
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageProducer producer =
          session.createProducer(session.createQueue("queue:///FULL?putAsyncAllowed=1"));
      producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
      for (int i = 0; i < 10; i++) {
        producer.send(session.createTextMessage("" + i));
      }
      assertThat(MqClient.reasonOf(reported.get(5, TimeUnit.SECONDS))).isEqualTo(2053);
    }
    assertThat(QUEUE_MANAGER.depth("FULL")).isEqualTo(2);
  }

  @Test
  void readAheadDeliversAllAndKnowsWhenThereIsNoMore() throws Exception {
    Session session = QUEUE_MANAGER.session();
    String name = QUEUE_MANAGER.queueName();
    MessageProducer producer = session.createProducer(session.createQueue(name));
    producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
    for (int i = 0; i < 300; i++) {
      producer.send(session.createTextMessage("x".repeat(i * 10)));
    }
    Session receiving = QUEUE_MANAGER.session();
    MessageConsumer consumer =
        receiving.createConsumer(receiving.createQueue("queue:///" + name + "?readAheadAllowed=1"));
    for (int i = 0; i < 300; i++) {
      TextMessage received = (TextMessage) consumer.receive(MqClient.RECEIVE_MILLIS);
      assertThat(received.getText()).hasSize(i * 10);
    }
    Message none = consumer.receive(200);
    assertThat(none).isNull();
    producer.send(session.createTextMessage("one more"));
    assertThat(((TextMessage) consumer.receive(MqClient.RECEIVE_MILLIS)).getText())
        .isEqualTo("one more");
  }
}
