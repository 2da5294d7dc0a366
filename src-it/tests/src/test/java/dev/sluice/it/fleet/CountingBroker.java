package dev.sluice.it.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.activemq.artemis.api.core.Message;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.postoffice.RoutingStatus;
import org.apache.activemq.artemis.core.server.ServerSession;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.server.plugin.ActiveMQServerMessagePlugin;
import org.apache.activemq.artemis.core.transaction.Transaction;

/**
 * An Artemis broker that notes when each message arrived and keeps the last one alone: what a run
 * did, as seen from outside the harness. Any thread.
 */
final class CountingBroker implements AutoCloseable {

  static final String QUEUE = "Q";

  private final EmbeddedActiveMQ server = new EmbeddedActiveMQ();
  private final List<Instant> arrivals = Collections.synchronizedList(new ArrayList<>());

  CountingBroker() throws Exception {
    ConfigurationImpl configuration = new ConfigurationImpl();
    configuration.setPersistenceEnabled(false);
    configuration.setSecurityEnabled(false);
    configuration.setJMXManagementEnabled(false);
    configuration.addAcceptorConfiguration("tcp", "tcp://127.0.0.1:0");
    configuration.addQueueConfiguration(
        QueueConfiguration.of(QUEUE).setRoutingType(RoutingType.ANYCAST).setRingSize(1L));
    configuration.registerBrokerPlugin(new Counter());
    server.setConfiguration(configuration);
    server.start();
  }

  /** Notes what has been routed to the queue. */
  private final class Counter implements ActiveMQServerMessagePlugin {

    @Override
    public void afterSend(
        ServerSession session,
        Transaction transaction,
        Message message,
        boolean direct,
        boolean noAutoCreateQueue,
        RoutingStatus result) {
      if (message.getAddress().equals(QUEUE)) {
        arrivals.add(Instant.now());
      }
    }
  }

  /** Where it is, for a client that waits until each message is taken. */
  String url() {
    int port = server.getActiveMQServer().getRemotingService().getAcceptor("tcp").getActualPort();
    return "tcp://127.0.0.1:" + port + "?blockOnNonDurableSend=true";
  }

  /** When messages arrived since the broker was last asked to forget, in order. */
  List<Instant> arrivals() {
    synchronized (arrivals) {
      return arrivals.stream().sorted().toList();
    }
  }

  /** Discards what was counted. */
  void forget() {
    arrivals.clear();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the broker did not stop", e);
    }
  }
}
