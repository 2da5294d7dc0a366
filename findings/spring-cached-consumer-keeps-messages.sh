#!/bin/sh
# One would expect that a consumer that was closed, with its session and connection, has given back what its client had
# fetched ahead. Spring's CachingConnectionFactory keeps consumers open by default (cacheConsumers): after close() the
# rest of the queue stays with the client, and a consumer of anybody else finds an empty queue. A load whose workers
# come and go measures a broker that has lost its messages; none is lost.
echo "Spring 6.2.19, Artemis 2.56.0"
exec "$(dirname "$0")/run-java" \
  org.apache.artemis:artemis-jakarta-server:2.56.0 \
  org.apache.artemis:artemis-jakarta-client:2.56.0 \
  org.springframework:spring-jms:6.2.19 \
  org.springframework:spring-context:6.2.19 <<'JAVA'
import jakarta.jms.*;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.springframework.jms.connection.CachingConnectionFactory;

public class Finding {
  static final EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
  static final int MESSAGES = 20;

  static int receive(ConnectionFactory factory, int most) throws Exception {
    int received = 0;
    try (Connection connection = factory.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue("Q"))) {
      connection.start();
      while (received < most && consumer.receive(1000) != null) {
        received++;
      }
      var queue = broker.getActiveMQServer().locateQueue("Q");
      while (queue.getDeliveringCount() < queue.getMessageCount()) {
        Thread.sleep(10); // until the client has what it can have
      }
    }
    return received;
  }

  /** How many of the rest another client gets after five were received by this factory. */
  static int rest(ConnectionFactory first, ConnectionFactory other) throws Exception {
    try (Connection connection = other.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(session.createQueue("Q"))) {
      for (int i = 0; i < MESSAGES; i++) {
        producer.send(session.createMessage());
      }
    }
    receive(first, 5);
    return receive(other, MESSAGES);
  }

  static boolean found() throws Exception {
    broker.setConfiguration(new ConfigurationImpl()
        .setSecurityEnabled(false)
        .setPersistenceEnabled(false)
        .addAcceptorConfiguration("vm", "vm://0"));
    broker.start();
    ConnectionFactory other = new ActiveMQConnectionFactory("vm://0");
    int plain = rest(new ActiveMQConnectionFactory("vm://0"), other);
    int caching = rest(new CachingConnectionFactory(new ActiveMQConnectionFactory("vm://0")), other);
    System.out.println("of " + MESSAGES + " messages, after five were received and all was closed, another client got: "
        + plain + " by Artemis's own factory, " + caching + " by the caching one");
    return plain == MESSAGES - 5 && caching == 0;
  }
}
JAVA
