#!/bin/sh
# One would expect that a consumer with a selector leaves alone what does not match. The JMS client of Pulsar selects by
# itself unless told otherwise: the broker sends it the whole queue, it refuses what it does not want, and a second later
# gets all of it again, for as long as it waits. A queue in which nothing matches is traffic without an end at a rate of
# 0, and the broker's count of messages sent is no count of messages received.
echo "Pulsar 4.0.0, its JMS client 7.0.15"
exec "$(dirname "$0")/run-java" PulsarBroker.java \
  com.datastax.oss:pulsar-jms-all:7.0.15 \
  org.apache.pulsar:pulsar-broker:4.0.0 <<'JAVA'
import com.datastax.oss.pulsar.jms.PulsarConnectionFactory;
import jakarta.jms.*;
import java.util.Map;
import java.util.regex.*;

public class Finding {
  /** What the broker has sent to consumers. */
  static int delivered(PulsarBroker broker) throws Exception {
    Matcher count = Pattern.compile("\"msgOutCounter\":(\\d+)")
        .matcher(broker.admin("/admin/v2/persistent/public/default/Q/stats"));
    count.find();
    return Integer.parseInt(count.group(1));
  }

  static boolean found() throws Exception {
    PulsarBroker broker = PulsarBroker.start();
    try (var factory = new PulsarConnectionFactory(
            Map.of("brokerServiceUrl", broker.url(), "webServiceUrl", broker.web()));
        Connection connection = factory.createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("Q");
      MessageProducer producer = session.createProducer(queue);
      for (int i = 0; i < 10; i++) {
        Message message = session.createTextMessage();
        message.setStringProperty("colour", "red");
        producer.send(message);
      }
      MessageConsumer blue = session.createConsumer(queue, "colour = 'blue'");
      Message matching = blue.receive(10_000);
      int sent = delivered(broker);
      System.out.println("ten red messages, ten seconds of a consumer of blue ones: received " + (matching == null ? 0 : 1)
          + ", sent by the broker " + sent);
      return matching == null && sent >= 50;
    }
  }
}
JAVA
