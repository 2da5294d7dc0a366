#!/bin/sh
# One would expect that commit() throws when a broker has refused a message of the transaction. With Qpid JMS, whose
# sends in a transaction do not wait, and ActiveMQ Classic with sendFailIfNoSpace, commit() returns and the queue has
# fewer messages than were committed, parts of a transaction among them; only the exception listener hears of it. A
# count of commits is no count of messages there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/pom.xml" <<'POM'
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding</groupId>
  <artifactId>finding</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.activemq</groupId>
      <artifactId>activemq-broker</artifactId>
      <version>6.1.7</version>
    </dependency>
    <dependency>
      <groupId>org.apache.activemq</groupId>
      <artifactId>activemq-amqp</artifactId>
      <version>6.1.7</version>
    </dependency>
    <dependency>
      <groupId>org.apache.qpid</groupId>
      <artifactId>qpid-jms-client</artifactId>
      <version>2.7.0</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-nop</artifactId>
      <version>2.0.17</version>
    </dependency>
  </dependencies>
</project>
POM
cat > "$folder/Finding.java" <<'JAVA'
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

  public static void main(String[] args) {
    try {
      System.exit(found() ? 0 : 1);
    } catch (Exception e) {
      e.printStackTrace();
      System.exit(1);
    }
  }
}
JAVA
echo "Qpid JMS 2.7.0, ActiveMQ Classic 6.1.7"
"$here/../mvnw" -q --batch-mode -f "$folder/pom.xml" dependency:build-classpath -Dmdep.outputFile="$folder/classpath"
java -cp "$(cat "$folder/classpath")" "$folder/Finding.java"
