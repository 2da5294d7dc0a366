package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import dev.sluice.mqsim.queue.QueueDefinition;
import dev.sluice.mqsim.queue.QueueDefinitions;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reason codes by which the client reports what is wrong. */
class ErrorsIT {

  private static final int CHANNEL_BYTES = 50_000;
  private static final int SHORT_BYTES = 1_000;

  private static SimulatedCluster cluster;

  @BeforeAll
  static void startCluster() {
    QueueDefinition small = QueueDefinition.DEFAULT.withMaxDepth(3);
    QueueDefinition shortOnes = QueueDefinition.DEFAULT.withMaxMessageBytes(SHORT_BYTES);
    QueueDefinition poison = QueueDefinition.DEFAULT.withBackout(2, "POISON.BACKOUT");
    cluster =
        SimulatedCluster.builder()
            .queueManagers("QM1")
            .maxMessageBytes(CHANNEL_BYTES)
            .refuseUsers(Set.of("mallory"))
            .queues(
                new QueueDefinitions(
                    QueueDefinition.DEFAULT,
                    true,
                    Map.of(
                        "SMALL.*",
                        small,
                        "SHORT",
                        shortOnes,
                        "POISON",
                        poison,
                        "POISON.BACKOUT",
                        small)))
            .build();
    cluster.start("QM1");
  }

  @AfterAll
  static void closeCluster() {
    cluster.close();
  }

  private static int reasonOfConnecting(JmsConnectionFactory factory) {
    Throwable thrown = catchThrowable(() -> factory.createConnection().close());
    assertThat(thrown).isNotNull();
    return MqClient.reasonOf(thrown);
  }

  @Test
  void wrongChannel() throws Exception {
    JmsConnectionFactory factory = MqClient.to(cluster, "QM1");
    factory.setStringProperty(WMQConstants.WMQ_CHANNEL, "NO.SUCH.CHANNEL");
    assertThat(reasonOfConnecting(factory)).isEqualTo(2540);
  }

  @Test
  void wrongQueueManagerName() throws Exception {
    JmsConnectionFactory factory = MqClient.to(cluster, "QM1");
    factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, "OTHER");
    assertThat(reasonOfConnecting(factory)).isEqualTo(2058);
  }

  @Test
  void refusedUser() throws Exception {
    JmsConnectionFactory factory = MqClient.to(cluster, "QM1");
    Throwable thrown = catchThrowable(() -> factory.createConnection("mallory", "secret").close());
    assertThat(thrown).isInstanceOf(JMSSecurityException.class);
    assertThat(MqClient.reasonOf(thrown)).isEqualTo(2035);
  }

  @Test
  void anyOtherUserIsWelcome() throws Exception {
    JmsConnectionFactory factory = MqClient.to(cluster, "QM1");
    factory.setBooleanProperty(WMQConstants.USER_AUTHENTICATION_MQCSP, true);
    factory.createConnection("alice", "secret").close();
    factory.setBooleanProperty(WMQConstants.USER_AUTHENTICATION_MQCSP, false);
    factory.createConnection("alice", "secret").close();
    assertThat(
            Eventually.holds(
                Duration.ofSeconds(2), () -> cluster.status("QM1").applications().isEmpty()))
        .isTrue();
  }

  @Test
  void noListener() throws Exception {
    try (SimulatedCluster stopped = SimulatedCluster.builder().queueManagers("QM9").build()) {
      assertThat(reasonOfConnecting(MqClient.to(stopped, "QM9"))).isEqualTo(2538);
    }
  }

  @Test
  void tlsToAPlainChannel() throws Exception {
    JmsConnectionFactory factory = MqClient.to(cluster, "QM1");
    factory.setStringProperty(WMQConstants.WMQ_SSL_CIPHER_SUITE, "*TLS12ORHIGHER");
    assertThat(reasonOfConnecting(factory)).isEqualTo(2397);
  }

  @Test
  void unknownQueue() throws Exception {
    try (Connection connection = MqClient.to(cluster, "QM1").createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Throwable thrown =
          catchThrowable(() -> session.createProducer(session.createQueue("NO.SUCH.QUEUE")));
      assertThat(MqClient.reasonOf(thrown)).isEqualTo(2085);
    }
  }

  @Test
  void fullQueue() throws Exception {
    try (Connection connection = MqClient.to(cluster, "QM1").createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageProducer producer = session.createProducer(session.createQueue("SMALL.FULL"));
      for (int i = 0; i < 3; i++) {
        producer.send(session.createMessage());
      }
      Throwable thrown = catchThrowable(() -> producer.send(session.createMessage()));
      assertThat(MqClient.reasonOf(thrown)).isEqualTo(2053);
    }
  }

  @Test
  void inhibitedPutsAndNoHandlesLeft() throws Exception {
    try (Connection connection = MqClient.to(cluster, "QM1").createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageProducer producer = session.createProducer(session.createQueue("SMALL.INHIBITED"));
      cluster.mqsc("QM1", "ALTER QLOCAL(SMALL.INHIBITED) PUT(DISABLED)");
      assertThat(MqClient.reasonOf(catchThrowable(() -> producer.send(session.createMessage()))))
          .isEqualTo(2051);
      cluster.mqsc("QM1", "ALTER QLOCAL(SMALL.INHIBITED) PUT(ENABLED)");
      producer.send(session.createMessage());

      cluster.mqsc("QM1", "ALTER QMGR MAXHANDS(0)");
      Throwable thrown =
          catchThrowable(() -> session.createConsumer(session.createQueue("SMALL.INHIBITED")));
      cluster.mqsc("QM1", "ALTER QMGR MAXHANDS(256)");
      assertThat(MqClient.reasonOf(thrown)).isEqualTo(2017);
      session.createConsumer(session.createQueue("SMALL.INHIBITED")).close();
    }
  }

  /** The connection goes on. */
  @Test
  void tooLongForTheQueue() throws Exception {
    try (Connection connection = MqClient.to(cluster, "QM1").createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageProducer producer =
          session.createProducer(session.createQueue("queue:///SHORT?targetClient=1"));
      assertThat(reasonOfSending(session, producer, SHORT_BYTES + 1)).isEqualTo(2030);
      assertThat(reasonOfSending(session, producer, SHORT_BYTES)).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {CHANNEL_BYTES + 1, CHANNEL_BYTES + 3_000, 20 * CHANNEL_BYTES})
  void tooLongForTheChannel(int bytes) throws Exception {
    try (Connection connection = MqClient.to(cluster, "QM1").createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      MessageProducer producer =
          session.createProducer(session.createQueue("queue:///SMALL.LONG?targetClient=1"));
      assertThat(reasonOfSending(session, producer, bytes)).isEqualTo(2010);
      assertThat(reasonOfSending(session, producer, CHANNEL_BYTES)).isZero();
      cluster.mqsc("QM1", "DEFINE QLOCAL(SMALL.NEW) REPLACE MAXMSGL(10)");
      MessageProducer other =
          session.createProducer(session.createQueue("queue:///SMALL.NEW?targetClient=1"));
      assertThat(reasonOfSending(session, other, 11)).isEqualTo(2030);
    }
  }

  private static int reasonOfSending(Session session, MessageProducer producer, int bytes)
      throws JMSException {
    BytesMessage message = session.createBytesMessage();
    message.writeBytes(new byte[bytes]);
    return MqClient.reasonOf(catchThrowable(() -> producer.send(message)));
  }

  @Test
  void invalidSelector() throws Exception {
    try (Connection connection = MqClient.to(cluster, "QM1").createConnection()) {
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Throwable thrown =
          catchThrowable(
              () -> session.createConsumer(session.createQueue("SMALL.SELECTED"), "a = = b"));
      assertThat(thrown).isInstanceOf(JMSException.class);
    }
  }

  @Test
  void clientMovesAPoisonMessageToTheBackoutQueue() throws Exception {
    try (Connection connection = MqClient.to(cluster, "QM1").createConnection()) {
      connection.start();
      Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
      session.createProducer(session.createQueue("POISON")).send(session.createMessage());
      session.commit();
      MessageConsumer consumer = session.createConsumer(session.createQueue("POISON"));
      for (int i = 0; i < 2; i++) {
        assertThat(consumer.receive(MqClient.RECEIVE_MILLIS)).isNotNull();
        session.rollback();
      }
      assertThat(consumer.receive(500)).isNull();
      session.commit();
      MessageConsumer backedOut = session.createConsumer(session.createQueue("POISON.BACKOUT"));
      Message moved = backedOut.receive(MqClient.RECEIVE_MILLIS);
      session.commit();
      assertThat(moved).isNotNull();
    }
  }

  @Test
  void badFrameEndsItsConnectionOnly() throws Exception {
    try (Connection connection = MqClient.to(cluster, "QM1").createConnection();
        Socket hostile = new Socket(InetAddress.getLoopbackAddress(), cluster.port("QM1"))) {
      hostile.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      hostile.setSoTimeout(5_000);
      assertThat(hostile.getInputStream().read()).isEqualTo(-1);
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      session.createProducer(session.createQueue("SMALL.ALIVE")).send(session.createMessage());
    }
  }
}
