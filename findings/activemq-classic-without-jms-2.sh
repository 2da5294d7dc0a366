#!/bin/sh
# One would expect that a client of Jakarta Messaging 3.1 has what came with JMS 2.0. The one of ActiveMQ Classic 6 has a
# JMSContext, but send(Message, CompletionListener), setDeliveryDelay and createSharedConsumer throw
# UnsupportedOperationException, which is unchecked, when they are called. A benchmark that reconnects after failures
# tries again for its whole run and sends nothing.
echo "ActiveMQ Classic 6.1.7"
exec "$(dirname "$0")/run-java" \
  org.apache.activemq:activemq-broker:6.1.7 \
  org.apache.activemq:activemq-client:6.1.7 <<'JAVA'
import jakarta.jms.*;
import org.apache.activemq.ActiveMQConnectionFactory;

public class Finding {
  interface Call {
    void make() throws JMSException;
  }

  static boolean unsupported(String name, Call call) throws JMSException {
    try {
      call.make();
      System.out.println(name + ": works");
      return false;
    } catch (UnsupportedOperationException e) {
      System.out.println(name + ": " + e);
      return true;
    }
  }

  static boolean found() throws Exception {
    String url = "vm://finding?broker.persistent=false&broker.useJmx=false";
    try (Connection connection = new ActiveMQConnectionFactory(url).createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageProducer producer = session.createProducer(session.createQueue("Q"))) {
      CompletionListener nobody =
          new CompletionListener() {
            public void onCompletion(Message message) {}

            public void onException(Message message, Exception failure) {}
          };
      boolean contexts =
          !unsupported("createContext", () -> new ActiveMQConnectionFactory(url).createContext().close());
      boolean sends =
          unsupported("send(Message, CompletionListener)", () -> producer.send(session.createMessage(), nobody));
      boolean delays = unsupported("setDeliveryDelay", () -> producer.setDeliveryDelay(1_000));
      boolean shares =
          unsupported("createSharedConsumer", () -> session.createSharedConsumer(session.createTopic("T"), "s"));
      return contexts && sends && delays && shares;
    }
  }
}
JAVA
