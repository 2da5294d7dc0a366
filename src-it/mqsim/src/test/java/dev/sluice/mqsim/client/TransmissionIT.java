package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.ibm.mq.constants.CMQC;
import com.ibm.mq.jakarta.jms.MQQueue;
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
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real client's messages on their way between two simulated queue managers. */
class TransmissionIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final SimulatedCluster qma = simulated("QMA");
  private final SimulatedCluster qmb = simulated("QMB");

  private static SimulatedCluster simulated(String name) {
    return SimulatedCluster.builder()
        .queueManagers(name)
        .channelBasePort(0)
        .queues(new QueueDefinitions(QueueDefinition.DEFAULT, true, Map.of()))
        .build();
  }

  @BeforeEach
  void start() {
    qma.start("QMA");
    qmb.start("QMB");
  }

  @AfterEach
  void close() {
    qma.close();
    qmb.close();
  }

  private void connectByAPairOfChannels() {
    oneWay(qma, "QMA", qmb, "QMB", "REQUEST");
    oneWay(qmb, "QMB", qma, "QMA", "REPLY");
  }

  private static void oneWay(
      SimulatedCluster from, String fromName, SimulatedCluster to, String toName, String queue) {
    to.mqsc(
        toName,
        """
        DEFINE QLOCAL(%3$s)
        DEFINE CHANNEL(%1$s.%2$s) CHLTYPE(RCVR) HBINT(1)
        """
            .formatted(fromName, toName, queue));
    from.mqsc(
        fromName,
        """
        DEFINE QLOCAL(%2$s) USAGE(XMITQ)
        DEFINE QREMOTE(%3$s) RNAME(%3$s) RQMNAME(%2$s)
        DEFINE CHANNEL(%1$s.%2$s) CHLTYPE(SDR) CONNAME('127.0.0.1(%4$d)') XMITQ(%2$s) +
               HBINT(1) SHORTTMR(1) SHORTRTY(1000)
        START CHANNEL(%1$s.%2$s)
        """
            .formatted(fromName, toName, queue, to.channelPort(toName)));
  }

  private void connectByACluster(int pairs) {
    qma.mqsc("QMA", member("QMA", qma.channelPort("QMA"), "QMB", qmb.channelPort("QMB"), pairs));
    qmb.mqsc("QMB", member("QMB", qmb.channelPort("QMB"), "QMA", qma.channelPort("QMA"), pairs));
    qma.mqsc("QMA", "DEFINE QLOCAL(REPLY) CLUSTER(CLUS)");
    qmb.mqsc("QMB", "DEFINE QLOCAL(REQUEST) CLUSTER(CLUS)");
  }

  private static String member(String name, int port, String other, int otherPort, int pairs) {
    String common = "CLUSTER(CLUS) HBINT(1) SHORTTMR(1) SHORTRTY(1000)\n";
    StringBuilder mqsc = new StringBuilder();
    for (int i = 0; i < pairs; i++) {
      mqsc.append("DEFINE CHANNEL(TO.%s.%d) CHLTYPE(CLUSRCVR)".formatted(name, i));
      mqsc.append(" CONNAME('127.0.0.1(%d)') ".formatted(port)).append(common);
    }
    mqsc.append("DEFINE CHANNEL(TO.%s.0) CHLTYPE(CLUSSDR)".formatted(other));
    return mqsc.append(" CONNAME('127.0.0.1(%d)') ".formatted(otherPort)).append(common).toString();
  }

  private static Session session(Connection connection) throws JMSException {
    connection.start();
    return connection.createSession(true, Session.SESSION_TRANSACTED);
  }

  private Connection connectTo(SimulatedCluster cluster, String name) throws JMSException {
    JmsConnectionFactory factory = MqClient.to(cluster, name);
    return factory.createConnection();
  }

  private static void plain(Queue queue) throws JMSException {
    ((MQQueue) queue).setTargetClient(WMQConstants.WMQ_CLIENT_NONJMS_MQ);
  }

  /** Requests by a remote queue definition, replies by the queue manager that the request names. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRequestGoesThereAndItsReplyComesBack(boolean headers) throws Exception {
    connectByAPairOfChannels();
    try (Connection requesting = connectTo(qma, "QMA");
        Connection responding = connectTo(qmb, "QMB")) {
      Session requester = session(requesting);
      Queue requests = requester.createQueue("REQUEST");
      Queue replies = requester.createQueue("REPLY");
      if (!headers) {
        plain(requests);
      }
      TextMessage request = requester.createTextMessage("ping");
      request.setJMSReplyTo(replies);
      requester.createProducer(requests).send(request, DeliveryMode.PERSISTENT, 7, 600_000);
      requester.commit();

      Session responder = session(responding);
      MessageConsumer consumer = responder.createConsumer(responder.createQueue("REQUEST"));
      TextMessage arrived = (TextMessage) consumer.receive(MqClient.RECEIVE_MILLIS);
      assertThat(arrived.getText()).isEqualTo("ping");
      assertThat(arrived.getJMSMessageID()).isEqualTo(request.getJMSMessageID());
      assertThat(arrived.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
      assertThat(arrived.getJMSPriority()).isEqualTo(7);
      assertThat(arrived.getJMSReplyTo().toString()).startsWith("queue://QMA/REPLY");
      TextMessage reply = responder.createTextMessage("pong");
      reply.setJMSCorrelationID(arrived.getJMSMessageID());
      if (headers) {
        responder.createProducer(arrived.getJMSReplyTo()).send(reply);
      } else { // through MQPUT1
        responder.createProducer(null).send(arrived.getJMSReplyTo(), reply);
      }
      responder.commit();

      MessageConsumer back =
          requester.createConsumer(
              replies, "JMSCorrelationID = '" + request.getJMSMessageID() + "'");
      assertThat(((TextMessage) back.receive(MqClient.RECEIVE_MILLIS)).getText()).isEqualTo("pong");
      requester.commit();
    }
  }

  @Test
  void aMissingWayIsReported() throws Exception {
    connectByAPairOfChannels();
    try (Connection connection = connectTo(qma, "QMA")) {
      Session session = session(connection);
      Throwable noWay =
          catchThrowable(() -> session.createProducer(session.createQueue("queue://QMC/REQUEST")));
      assertThat(MqClient.reasonOf(noWay)).isEqualTo(2087);
      Throwable notHere =
          catchThrowable(() -> session.createConsumer(session.createQueue("REQUEST")));
      assertThat(MqClient.reasonOf(notHere)).isEqualTo(2045);
    }
  }

  /** One is a dead letter there, the other is dropped as its sender wants. */
  @Test
  void whatCannotBeDeliveredThereIsReportedHere() throws Exception {
    connectByAPairOfChannels();
    qma.mqsc("QMA", "DEFINE QLOCAL(REPORTS)");
    try (Connection connection = connectTo(qma, "QMA")) {
      Session session = session(connection);
      MessageProducer producer = session.createProducer(session.createQueue("queue://QMB/NONE"));
      for (int discard : new int[] {0, CMQC.MQRO_DISCARD_MSG}) {
        TextMessage message = session.createTextMessage("nowhere");
        message.setIntProperty("JMS_IBM_Report_Exception", CMQC.MQRO_EXCEPTION);
        message.setIntProperty("JMS_IBM_Report_Discard_Msg", discard);
        message.setJMSReplyTo(session.createQueue("REPORTS"));
        producer.send(message);
      }
      session.commit();
      MessageConsumer reports = session.createConsumer(session.createQueue("REPORTS"));
      for (int i = 0; i < 2; i++) {
        assertThat(reports.receive(MqClient.RECEIVE_MILLIS).getIntProperty("JMS_IBM_Feedback"))
            .isEqualTo(CMQC.MQRC_UNKNOWN_OBJECT_NAME);
      }
      session.commit();
      assertThat(qmb.status("QMB").depths()).containsEntry("SYSTEM.DEAD.LETTER.QUEUE", 1);
    }
  }

  private void awaitRunning(SimulatedCluster cluster, String name, int channels) throws Exception {
    assertThat(Eventually.holds(PATIENCE, () -> cluster.status(name).runningChannels() == channels))
        .as("%s", cluster.mqsc(name, "DISPLAY CHSTATUS(*)"))
        .isTrue();
  }

  /** As in the study of a hub and its branches: cut until none runs, heal, until all run. */
  @ParameterizedTest
  @ValueSource(ints = {20, 200})
  @Tag("soak")
  void allChannelsOfAClusterComeBackAfterACutAndNoMessageIsLost(int pairs) throws Exception {
    connectByACluster(pairs);
    awaitRunning(qma, "QMA", 2 * pairs);
    awaitRunning(qmb, "QMB", 2 * pairs);
    try (Connection putting = connectTo(qma, "QMA");
        Connection getting = connectTo(qmb, "QMB")) {
      Session sender = session(putting);
      Session receiver = session(getting);
      MessageProducer producer = sender.createProducer(sender.createQueue("REQUEST"));
      for (int i = 0; i < 500; i++) {
        producer.send(sender.createTextMessage("before " + i));
        if (i % 50 == 0) {
          sender.commit();
        }
      }
      qmb.cutChannels("QMB");
      producer.send(sender.createTextMessage("during"));
      sender.commit();
      awaitRunning(qma, "QMA", 0);
      awaitRunning(qmb, "QMB", 0);
      assertThat(qma.status("QMA").channelRetries()).isGreaterThanOrEqualTo(pairs);
      qmb.restoreChannels("QMB");
      awaitRunning(qma, "QMA", 2 * pairs);
      awaitRunning(qmb, "QMB", 2 * pairs);
      MessageConsumer consumer = receiver.createConsumer(receiver.createQueue("REQUEST"));
      Set<String> texts = new HashSet<>();
      for (int i = 0; i < 501; i++) {
        Message message = consumer.receive(MqClient.RECEIVE_MILLIS);
        assertThat(message).as("message %d", i).isNotNull();
        assertThat(texts.add(((TextMessage) message).getText())).isTrue();
      }
      receiver.commit();
      assertThat(consumer.receive(200)).isNull();
    }
  }
}
