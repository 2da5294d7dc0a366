package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Conversations per socket, and heartbeats. */
class SharedConversationsIT {

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"0, 3", "1, 4", "10, 1"}) // without conversations the JMS connection keeps no socket
  void threeSessionsUseAsManySocketsAsAgreed(int sharedConversations, int sockets)
      throws Exception {
    try (SimulatedCluster cluster =
        SimulatedCluster.builder().sharedConversations(sharedConversations).build()) {
      cluster.start("QM1");
      try (Connection connection = MqClient.to(cluster, "QM1").createConnection()) {
        connection.start();
        List<Session> sessions = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
          sessions.add(connection.createSession(true, Session.SESSION_TRANSACTED));
        }
        assertThat(cluster.status("QM1").sockets()).isEqualTo(sockets);
        for (Session session : sessions) {
          Queue queue = session.createQueue("SHARED.Q");
          session.createProducer(queue).send(session.createTextMessage("x".repeat(50_000)));
          session.commit();
          try (MessageConsumer consumer = session.createConsumer(queue)) {
            TextMessage received = (TextMessage) consumer.receive(MqClient.RECEIVE_MILLIS);
            assertThat(received.getText()).hasSize(50_000);
          }
          session.commit();
        }
      }
    }
  }

  /** Sessions of many threads at once, over a few sockets that they share. */
  @Test
  void aStormOfSessionsLosesNoConversation() throws Exception {
    int sessions = 300;
    try (SimulatedCluster cluster = SimulatedCluster.builder().sharedConversations(10).build()) {
      cluster.start("QM1");
      ExecutorService workers = Executors.newFixedThreadPool(sessions);
      try (Connection one = MqClient.to(cluster, "QM1").createConnection();
          Connection other = MqClient.to(cluster, "QM1").createConnection()) {
        List<Callable<Void>> opening = new ArrayList<>();
        for (int i = 0; i < sessions; i++) {
          Connection connection = i % 2 == 0 ? one : other;
          opening.add(
              () -> {
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                Queue queue = session.createQueue("STORM.Q");
                session.createProducer(queue).send(session.createTextMessage("x"));
                return null;
              });
        }
        for (Future<Void> opened : workers.invokeAll(opening)) {
          opened.get();
        }
        assertThat(cluster.status("QM1").depth()).isEqualTo(sessions);
        assertThat(cluster.mqsc("QM1", "DISPLAY CONN(*)")).hasSize(sessions + 2);
      } finally {
        workers.shutdownNow();
      }
    }
  }

  @Test
  void idleConnectionIsKeptByHeartbeats() throws Exception {
    try (SimulatedCluster cluster =
        SimulatedCluster.builder().group("GROUP").heartbeatSeconds(1).build()) {
      cluster.start("QM1");
      Path ccdt = directory.resolve("ccdt.json");
      cluster.writeCcdt(ccdt);
      JmsConnectionFactory factory = MqClient.throughTable(ccdt, "GROUP");
      factory.setIntProperty(
          WMQConstants.WMQ_CLIENT_RECONNECT_OPTIONS, WMQConstants.WMQ_CLIENT_RECONNECT_DISABLED);
      try (Connection connection = factory.createConnection()) {
        connection.start();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        Queue queue = session.createQueue("IDLE.Q");
        assertThat(session.createConsumer(queue).receive(4_500)).isNull();
        session.createProducer(queue).send(session.createTextMessage("still there"));
        assertThat(cluster.status("QM1").depth()).isEqualTo(1);
      }
    }
  }
}
