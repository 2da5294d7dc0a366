#!/bin/sh
# One would expect that a transacted consumer gets what lies on its queue, however much it has not committed yet. Where
# an Artemis address pages, a queue reads two pages ahead and no more until messages are acknowledged: receive() in a
# transaction of more than that returns nothing, as if the queue were empty. A drain by large commits, or a consumer
# that commits at its end, measures an empty queue; with a selector that few messages match, it does so for ever.
echo "Artemis broker 2.56.0, pages of 4 KiB"
exec "$(dirname "$0")/run-java" \
  org.apache.artemis:artemis-jakarta-server:2.56.0 \
  org.apache.artemis:artemis-jakarta-client:2.56.0 <<'JAVA'
import jakarta.jms.*;
import java.nio.file.Files;
import org.apache.activemq.artemis.core.config.impl.ConfigurationImpl;
import org.apache.activemq.artemis.core.server.embedded.EmbeddedActiveMQ;
import org.apache.activemq.artemis.core.settings.impl.*;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

public class Finding {
  static final int MESSAGES = 100;

  static int receive(MessageConsumer consumer) throws JMSException {
    int received = 0;
    while (consumer.receive(1000) != null) {
      received++;
    }
    return received;
  }

  static boolean found() throws Exception {
    EmbeddedActiveMQ broker = new EmbeddedActiveMQ();
    broker.setConfiguration(new ConfigurationImpl()
        .setSecurityEnabled(false)
        .setPersistenceEnabled(true)
        .setJournalType(org.apache.activemq.artemis.core.server.JournalType.NIO)
        .setJournalDirectory(Files.createTempDirectory("journal").toString())
        .setBindingsDirectory(Files.createTempDirectory("bindings").toString())
        .setLargeMessagesDirectory(Files.createTempDirectory("large").toString())
        .setPagingDirectory(Files.createTempDirectory("paging").toString())
        .addAddressSetting("#", new AddressSettings()
            .setAddressFullMessagePolicy(AddressFullMessagePolicy.PAGE)
            .setMaxSizeBytes(4096)
            .setPageSizeBytes(4096))
        .addAcceptorConfiguration("vm", "vm://0"));
    broker.start();
    int inOneTransaction;
    int afterTheCommit;
    try (var factory = new ActiveMQConnectionFactory("vm://0");
        Connection connection = factory.createConnection()) {
      Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
      Queue queue = session.createQueue("Q");
      MessageProducer producer = session.createProducer(queue);
      for (int i = 0; i < MESSAGES; i++) {
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(new byte[1000]);
        producer.send(message);
      }
      session.commit();
      connection.start();
      MessageConsumer consumer = session.createConsumer(queue);
      inOneTransaction = receive(consumer);
      session.commit();
      afterTheCommit = receive(consumer);
      session.commit();
    }
    System.out.println("of " + MESSAGES + " messages received in one transaction, until receive() returned null: "
        + inOneTransaction + "; after its commit: " + afterTheCommit + " more");
    broker.stop();
    return inOneTransaction > 0 && inOneTransaction < MESSAGES / 2 && afterTheCommit > 0;
  }
}
JAVA
