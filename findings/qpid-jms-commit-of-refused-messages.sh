#!/bin/sh
# One would expect that commit() throws when a broker has refused a message of the transaction. With Qpid JMS, whose
# sends in a transaction do not wait, and ActiveMQ Classic with sendFailIfNoSpace, commit() returns and the queue has
# fewer messages than were committed, parts of a transaction among them; only the exception listener hears of it. A
# count of commits is no count of messages there.
echo "Qpid JMS 2.7.0, ActiveMQ Classic 6.1.7"
exec "$(dirname "$0")/run-java" \
  org.apache.activemq:activemq-broker:6.1.7 \
  org.apache.activemq:activemq-amqp:6.1.7 \
  org.apache.qpid:qpid-jms-client:2.7.0 <<'JAVA'
import jakarta.jms.*;
import java.util.concurrent.atomic.*;
import org.apache.activemq.broker.BrokerService;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.qpid.jms.JmsConnectionFactory;

public class Finding {
  static boolean found() throws Exception {
    BrokerService broker = new BrokerService();
    broker.setPersistent(false);
    broker.setUseJmx(false);
    broker.getSystemUsage().getMemoryUsage().setLimit(50_000);
    broker.getSystemUsage().setSendFailIfNoSpace(true);
    broker.addConnector("amqp://127.0.0.1:0");
    broker.start();
    String url = broker.getTransportConnectors().get(0).getConnectUri().toString().replaceAll("\\?.*", "");
    AtomicInteger heard = new AtomicInteger();
    int committed = 0;
    int refusedCommits = 0;
    int refusedSends = 0;
    try (Connection connection = new JmsConnectionFactory(url).createConnection()) {
      connection.setExceptionListener(e -> heard.incrementAndGet());
      Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
      MessageProducer producer = session.createProducer(session.createQueue("Q"));
      for (int transaction = 0; transaction < 40; transaction++) {
        try {
          for (int i = 0; i < 5; i++) {
            BytesMessage message = session.createBytesMessage();
            message.writeBytes(new byte[1000]);
            producer.send(message);
          }
        } catch (JMSException e) {
          refusedSends++;
        }
        try {
          session.commit();
          committed += 5;
        } catch (JMSException e) {
          refusedCommits++;
        }
      }
    }
    Thread.sleep(500);
    long queued = broker.getDestination(new ActiveMQQueue("Q")).getDestinationStatistics()
        .getMessages().getCount();
    System.out.println("messages of commits that returned: " + committed + "; on the queue: "
        + queued + "; the exception listener heard " + heard + ", commits refused "
        + refusedCommits + ", sends refused " + refusedSends);
    boolean fewer = refusedCommits == 0 && heard.get() > 0 && queued < committed;
    broker.stop();
    return fewer;
  }
}
JAVA
