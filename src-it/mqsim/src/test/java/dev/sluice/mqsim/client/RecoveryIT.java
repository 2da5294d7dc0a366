package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages that a queue manager with a log still has after its process was killed. */
class RecoveryIT {

  private static final int REQUESTS = 40;
  private static final int ANSWERED = 15;

  @TempDir Path directory;

  private SimulatedCluster started(Path log) {
    SimulatedCluster cluster = SimulatedCluster.builder().queueManagers("QM1").log(log).build();
    cluster.start("QM1");
    return cluster;
  }

  private static Connection connect(SimulatedCluster cluster) throws JMSException {
    Connection connection = MqClient.to(cluster, "QM1").createConnection();
    connection.start();
    return connection;
  }

  /** The contents of the file if the process is killed now. */
  private Path killed(Path log) throws IOException {
    Path left = Files.createDirectory(directory.resolve("left"));
    Files.copy(log.resolve("QM1.log"), left.resolve("QM1.log"));
    return left;
  }

  private static void request(Session session, int number, int deliveryMode) throws JMSException {
    try (MessageProducer producer = session.createProducer(session.createQueue("REQUEST"))) {
      producer.setDeliveryMode(deliveryMode);
      TextMessage message = session.createTextMessage("request " + number);
      message.setJMSReplyTo(session.createQueue("REPLY"));
      producer.send(message);
    }
  }

  /** Gets requests and puts their replies, persistent as they are, in one unit of work each. */
  private static void answer(Session session, int count, boolean commitLast) throws JMSException {
    Queue queue = session.createQueue("REQUEST");
    try (MessageConsumer requests = session.createConsumer(queue);
        MessageProducer replies = session.createProducer(null)) {
      for (int i = 1; i <= count; i++) {
        Message request = requests.receive(MqClient.RECEIVE_MILLIS);
        TextMessage reply = session.createTextMessage("to " + request.getBody(String.class));
        replies.setDeliveryMode(request.getJMSDeliveryMode());
        replies.send(request.getJMSReplyTo(), reply);
        if (commitLast || i < count) {
          session.commit();
        }
      }
    }
  }

  private static List<String> replies(Session session) throws JMSException {
    List<String> texts = new ArrayList<>();
    try (MessageConsumer consumer = session.createConsumer(session.createQueue("REPLY"))) {
      Message reply = consumer.receive(MqClient.RECEIVE_MILLIS);
      while (reply != null) {
        texts.add(reply.getBody(String.class));
        reply = consumer.receiveNoWait();
      }
    }
    session.commit();
    return texts;
  }

  @Test
  void noPersistentRequestOrReplyIsLostOrDoubled() throws Exception {
    Path log = directory.resolve("log");
    Path left;
    try (SimulatedCluster cluster = started(log);
        Connection connection = connect(cluster);
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        Session answering = connection.createSession(true, Session.SESSION_TRANSACTED)) {
      for (int i = 0; i < REQUESTS; i++) {
        request(session, i, DeliveryMode.PERSISTENT);
      }
      request(session, -1, DeliveryMode.NON_PERSISTENT);
      answer(answering, ANSWERED + 1, false);
      left = killed(log);
    }
    try (SimulatedCluster cluster = started(left);
        Connection connection = connect(cluster);
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
      assertThat(cluster.status("QM1").depths())
          .containsEntry("REQUEST", REQUESTS - ANSWERED)
          .containsEntry("REPLY", ANSWERED);
      answer(session, REQUESTS - ANSWERED, true);
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        expected.add("to request " + i);
      }
      assertThat(replies(session)).containsExactlyElementsOf(expected);
      assertThat(left.resolve("QM1.log")).isEmptyFile();
    }
  }

  @Test
  void repliesThatAreNotPersistentAreLostThoughTheirRequestsWere() throws Exception {
    Path log = directory.resolve("log");
    Path left;
    try (SimulatedCluster cluster = started(log);
        Connection connection = connect(cluster);
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
      request(session, 0, DeliveryMode.PERSISTENT);
      request(session, 1, DeliveryMode.NON_PERSISTENT);
      session.commit();
      answer(session, 2, true);
      left = killed(log);
    }
    try (SimulatedCluster cluster = started(left);
        Connection connection = connect(cluster);
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
      assertThat(replies(session)).containsExactly("to request 0");
    }
  }
}
