package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import jakarta.jms.Connection;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Queues that are made by opening a model. */
class TemporaryQueuesIT {

  @RegisterExtension static final QueueManagerFixture QUEUE_MANAGER = new QueueManagerFixture();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SYSTEM.DEFAULT.MODEL.QUEUE",
        "SYSTEM.JMS.TEMPQ.MODEL",
        "APP.MODEL",
        "DEV.APP.MODEL.QUEUE"
      })
  void eachIsAQueueOfItsOwn(String model) throws Exception {
    JmsConnectionFactory factory = MqClient.to(QUEUE_MANAGER.cluster(), "QM1");
    factory.setStringProperty(WMQConstants.WMQ_TEMPORARY_MODEL, model);
    factory.setStringProperty(WMQConstants.WMQ_TEMP_Q_PREFIX, "JMSPerfH*");
    try (Connection connection = factory.createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      TemporaryQueue one = session.createTemporaryQueue();
      TemporaryQueue other = session.createTemporaryQueue();
      assertThat(one.getQueueName()).contains("JMSPerfH").isNotEqualTo(other.getQueueName());
      session.createProducer(one).send(session.createMessage());
      assertThat(session.createConsumer(other).receiveNoWait()).isNull();
      assertThat(session.createConsumer(one).receive(MqClient.RECEIVE_MILLIS)).isNotNull();
    }
  }
}
