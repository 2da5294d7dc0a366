#!/bin/sh
# One would expect that a message in a transaction that is still open is not there for anybody, and all others are. On a
# queue of Pulsar nobody gets what was sent behind the first message of an open transaction, although its sends were
# confirmed: it waits for a commit of somebody else. So a sender that commits every thousand messages, or pauses before
# its commit, shows as the latency of all others, and their consumers look idle in front of a queue that fills.
echo "Pulsar 4.0.0, its JMS client 7.0.15"
exec "$(dirname "$0")/run-java" PulsarBroker.java \
  com.datastax.oss:pulsar-jms-all:7.0.15 \
  org.apache.pulsar:pulsar-broker:4.0.0 <<'JAVA'
import com.datastax.oss.pulsar.jms.PulsarConnectionFactory;
import jakarta.jms.*;
import java.util.Map;

public class Finding {
  static int received(MessageConsumer consumer) throws Exception {
    int messages = 0;
    while (consumer.receive(3000) != null) {
      messages++;
    }
    return messages;
  }

  static boolean found() throws Exception {
    PulsarBroker broker = PulsarBroker.start();
    try (var factory = new PulsarConnectionFactory(
            Map.of("brokerServiceUrl", broker.url(), "webServiceUrl", broker.web(), "enableTransaction", "true"));
        Connection connection = factory.createConnection()) {
      connection.start();
      Session open = connection.createSession(true, Session.SESSION_TRANSACTED);
      Session other = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue queue = other.createQueue("Q");
      MessageConsumer consumer = other.createConsumer(queue);
      MessageProducer producer = other.createProducer(queue);
      producer.send(other.createTextMessage());
      int ahead = received(consumer);
      open.createProducer(queue).send(open.createTextMessage());
      for (int i = 0; i < 10; i++) {
        producer.send(other.createTextMessage());
      }
      int behind = received(consumer);
      open.commit();
      int committed = received(consumer);
      System.out.println("received of one message ahead of the open transaction: " + ahead + "; of ten behind it: "
          + behind + "; after its commit: " + committed);
      return ahead == 1 && behind == 0 && committed == 11;
    }
  }
}
JAVA
