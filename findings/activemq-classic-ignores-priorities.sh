#!/bin/sh
# One would expect that a message of priority 9 that lies on a queue is delivered before one of priority 1, as JMS says a
# provider should try to. ActiveMQ Classic, as it comes, delivers in the order of sending, without a word to the sender,
# and the message has its priority 9 when it arrives; only a destination policy (prioritizedMessages) changes that. A
# test of priorities there measures two streams that are equal.
echo "ActiveMQ Classic 6.1.7"
exec "$(dirname "$0")/run-java" \
  org.apache.activemq:activemq-broker:6.1.7 \
  org.apache.activemq:activemq-client:6.1.7 <<'JAVA'
import jakarta.jms.*;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.broker.region.policy.*;

public class Finding {

  /** The priorities in the order of arrival, of two messages of 1 and two of 9 that lay there. */
  static String arrivals(String name, boolean prioritized) throws Exception {
    BrokerService broker = new BrokerService();
    broker.setBrokerName(name);
    broker.setPersistent(false);
    broker.setUseJmx(false);
    PolicyEntry entry = new PolicyEntry();
    entry.setPrioritizedMessages(prioritized);
    PolicyMap policies = new PolicyMap();
    policies.setDefaultEntry(entry);
    if (prioritized) {
      broker.setDestinationPolicy(policies);
    }
    broker.start();
    StringBuilder arrived = new StringBuilder();
    try (Connection connection =
        new ActiveMQConnectionFactory("vm://" + name + "?create=false").createConnection()) {
      connection.start();
      Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
      Queue queue = session.createQueue("Q");
      MessageProducer producer = session.createProducer(queue);
      for (int priority : new int[] {1, 1, 9, 9}) {
        producer.send(session.createMessage(), DeliveryMode.NON_PERSISTENT, priority, 0);
      }
      MessageConsumer consumer = session.createConsumer(queue);
      for (int i = 0; i < 4; i++) {
        arrived.append(consumer.receive(5000).getJMSPriority());
      }
    }
    broker.stop();
    return arrived.toString();
  }

  static boolean found() throws Exception {
    String plain = arrivals("plain", false);
    String prioritized = arrivals("prioritized", true);
    System.out.println("sent 1199; arrived as the broker comes: " + plain + ", with prioritizedMessages: " + prioritized);
    return plain.equals("1199") && prioritized.equals("9911");
  }
}
JAVA
