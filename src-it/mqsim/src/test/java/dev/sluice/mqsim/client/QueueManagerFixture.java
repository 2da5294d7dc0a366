package dev.sluice.mqsim.client;

import dev.sluice.mqsim.cluster.ClusterBuilder;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * One simulated queue manager QM1 for all tests of a class, and for each test a queue of its own
 * and connections that are closed after it.
 */
final class QueueManagerFixture
    implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {

  private final ClusterBuilder builder;
  private final AtomicInteger tests = new AtomicInteger();
  private final List<Connection> connections = Collections.synchronizedList(new ArrayList<>());
  private SimulatedCluster cluster;
  private String queueName;

  QueueManagerFixture() {
    this(
        SimulatedCluster.builder()
            .sharedConversations(Integer.getInteger("sharecnv", 1))
            .bigEndian(Boolean.getBoolean("bigendian")));
  }

  QueueManagerFixture(ClusterBuilder builder) {
    this.builder = builder.queueManagers("QM1");
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    cluster = builder.build();
    cluster.start("QM1");
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    queueName = "TEST.Q" + tests.incrementAndGet();
  }

  @Override
  public void afterEach(ExtensionContext context) throws JMSException {
    for (Connection connection : connections) {
      connection.close();
    }
    connections.clear();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    cluster.close();
  }

  SimulatedCluster cluster() {
    return cluster;
  }

  /** A queue that no other test uses. */
  String queueName() {
    return queueName;
  }

  /** A started connection that is closed after the test. */
  Connection connect() throws JMSException {
    return connect("");
  }

  /** The same with a client id, if it is not empty. */
  Connection connect(String clientId) throws JMSException {
    Connection connection = MqClient.to(cluster, "QM1").createConnection();
    if (!clientId.isEmpty()) {
      connection.setClientID(clientId);
    }
    connection.start();
    connections.add(connection);
    return connection;
  }

  /** A session that acknowledges by itself, on a connection of its own. */
  Session session() throws JMSException {
    return connect().createSession(false, Session.AUTO_ACKNOWLEDGE);
  }

  /** A transacted session on a connection of its own. */
  Session transactedSession() throws JMSException {
    return connect().createSession(true, Session.SESSION_TRANSACTED);
  }

  /** Messages now in a queue. */
  int depth(String queue) {
    return cluster.status("QM1").depths().getOrDefault(queue, 0);
  }
}
