package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All message types and sizes, through queues of one queue manager. */
class MessagesIT {

  @RegisterExtension static final QueueManagerFixture QUEUE_MANAGER = new QueueManagerFixture();

  private Session session;
  private Queue queue;

  @BeforeEach
  void connect() throws Exception {
    session = QUEUE_MANAGER.session();
    queue = session.createQueue(QUEUE_MANAGER.queueName());
  }

  private Message sendAndReceive(Message message) throws Exception {
    try (MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue)) {
      producer.send(message);
      Message received = consumer.receive(MqClient.RECEIVE_MILLIS);
      assertThat(received).isNotNull();
      assertThat(received.getJMSMessageID()).isEqualTo(message.getJMSMessageID());
      return received;
    }
  }

  @Test
  void textWithPropertiesAndHeaders() throws Exception {
    TextMessage message = session.createTextMessage("Grüße, <xml> & 漢字");
    message.setStringProperty("text", "a<b&c");
    message.setBooleanProperty("flag", true);
    message.setIntProperty("int", -5);
    message.setLongProperty("long", Long.MAX_VALUE);
    message.setDoubleProperty("double", 2.5);
    message.setJMSType("type");
    message.setJMSCorrelationID("my correlation");
    message.setJMSReplyTo(session.createQueue("REPLY.Q"));

    TextMessage received = (TextMessage) sendAndReceive(message);

    assertThat(received.getText()).isEqualTo("Grüße, <xml> & 漢字");
    assertThat(received.getStringProperty("text")).isEqualTo("a<b&c");
    assertThat(received.getBooleanProperty("flag")).isTrue();
    assertThat(received.getIntProperty("int")).isEqualTo(-5);
    assertThat(received.getLongProperty("long")).isEqualTo(Long.MAX_VALUE);
    assertThat(received.getDoubleProperty("double")).isEqualTo(2.5);
    assertThat(received.getJMSType()).isEqualTo("type");
    assertThat(received.getJMSCorrelationID()).isEqualTo("my correlation");
    assertThat(received.getJMSReplyTo().toString()).contains("REPLY.Q");
    assertThat(received.getJMSRedelivered()).isFalse();
    assertThat(received.getJMSTimestamp()).isPositive();
  }

  @Test
  void mapStreamObjectAndPlain() throws Exception {
    MapMessage map = session.createMapMessage();
    map.setInt("a", 5);
    assertThat(((MapMessage) sendAndReceive(map)).getInt("a")).isEqualTo(5);
    StreamMessage stream = session.createStreamMessage();
    stream.writeString("z");
    assertThat(((StreamMessage) sendAndReceive(stream)).readString()).isEqualTo("z");
    ObjectMessage object = session.createObjectMessage("serialised");
    assertThat(((ObjectMessage) sendAndReceive(object)).getObject()).isEqualTo("serialised");
    assertThat(sendAndReceive(session.createMessage())).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 2_048, 4_000, 32_000, 32_748, 100_000, 1_000_000, 4_000_000})
  void bytesOfAllSizes(int size) throws Exception {
    byte[] sent = new byte[size];
    new Random(size).nextBytes(sent);
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(sent);

    BytesMessage received = (BytesMessage) sendAndReceive(message);

    byte[] bytes = new byte[(int) received.getBodyLength()];
    received.readBytes(bytes);
    assertThat(bytes).isEqualTo(sent);
  }

  @Test
  void persistentMessage() throws Exception {
    try (MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue)) {
      producer.setDeliveryMode(DeliveryMode.PERSISTENT);
      producer.send(session.createTextMessage("kept"));
      Message received = consumer.receive(MqClient.RECEIVE_MILLIS);
      assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
    }
    assertThat(QUEUE_MANAGER.depth(QUEUE_MANAGER.queueName())).isZero();
  }

  @Test
  void higherPriorityFirstThenOrderOfArrival() throws Exception {
    try (MessageProducer producer = session.createProducer(queue);
        MessageConsumer consumer = session.createConsumer(queue)) {
      for (int i = 0; i < 6; i++) {
        producer.setPriority(i % 2 == 0 ? 2 : 7);
        producer.send(session.createTextMessage("" + i));
      }
      StringBuilder order = new StringBuilder();
      for (int i = 0; i < 6; i++) {
        order.append(((TextMessage) consumer.receive(MqClient.RECEIVE_MILLIS)).getText());
      }
      assertThat(order).hasToString("135024");
    }
  }
}
