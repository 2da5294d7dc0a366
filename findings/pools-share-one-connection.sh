#!/bin/sh
# One would expect of a pool of connections that ten callers of createConnection() who keep what they got have ten. With
# the defaults of pooled-jms (maxConnections = 1) and of Spring's CachingConnectionFactory they share one to the broker,
# and so does a load of ten workers "each with a connection": it measures ten sessions behind one socket.
echo "pooled-jms 3.2.5, Spring 6.2.19, Artemis 2.56.0"
exec "$(dirname "$0")/run-java" \
  org.apache.artemis:artemis-jakarta-server:2.56.0 \
  org.apache.artemis:artemis-jakarta-client:2.56.0 \
  org.messaginghub:pooled-jms:3.2.5 \
  org.springframework:spring-jms:6.2.19 \
  org.springframework:spring-context:6.2.19 <<'JAVA'
import jakarta.jms.*;
import java.util.*;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;
import org.springframework.jms.connection.CachingConnectionFactory;

public class Finding {
  static final int CALLERS = 10;
  static final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();

  /** How many more connections the broker has while all callers have theirs. */
  static int connections(ConnectionFactory factory) throws Exception {
    int before = broker.getActiveMQServer().getConnectionCount();
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      Connection connection = factory.createConnection();
      connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      all.add(connection);
    }
    int made = broker.getActiveMQServer().getConnectionCount() - before;
    for (Connection each : all) {
      each.close();
    }
    return made;
  }

  static boolean found() throws Exception {
    broker.setConfiguration(new ConfigurationImpl()
        .setSecurityEnabled(false)
        .setPersistenceEnabled(false)
        .addAcceptorConfiguration("vm", "vm://0"));
    broker.start();
    ConnectionFactory plain = new ActiveMQConnectionFactory("vm://0");
    JmsPoolConnectionFactory pooled = new JmsPoolConnectionFactory();
    pooled.setConnectionFactory(new ActiveMQConnectionFactory("vm://0"));
    CachingConnectionFactory caching =
        new CachingConnectionFactory(new ActiveMQConnectionFactory("vm://0"));
    int ofPlain = connections(plain);
    int ofPooled = connections(pooled);
    int ofCaching = connections(caching);
    System.out.println("connections at the broker for " + CALLERS + " callers: Artemis's own factory " + ofPlain
        + ", pooled-jms " + ofPooled + ", Spring's caching factory " + ofCaching);
    return ofPlain == CALLERS && ofPooled == 1 && ofCaching == 1;
  }
}
JAVA
