package dev.sluice.it.nemesis;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;

/**
 * A message that a plain JMS client took off a queue when all had ended. The names of properties
 * are those of the documentation.
 *
 * @param message who sent it and its number
 * @param id its message id
 */
record Drained(MessageKey message, String id) {

  private static final int PATIENCE_MILLIS = 700;

  /** Everything on a queue. */
  static List<Drained> all(ConnectionFactory factory, String queue) throws JMSException {
    List<Drained> drained = new ArrayList<>();
    try (Connection connection = factory.createConnection();
        Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      connection.start();
      for (Message message = consumer.receive(PATIENCE_MILLIS);
          message != null;
          message = consumer.receive(PATIENCE_MILLIS)) {
        drained.add(
            new Drained(
                new MessageKey(
                    message.getStringProperty("SluiceFrom"), message.getLongProperty("SluiceSeq")),
                message.getJMSMessageID()));
      }
    }
    return drained;
  }
}
