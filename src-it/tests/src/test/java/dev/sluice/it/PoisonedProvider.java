package dev.sluice.it;

import dev.sluice.it.delivery.Wrapping;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.Session;

/**
 * A provider whose consumers cannot make out messages with some property, and fail as clients do of
 * a body that they cannot convert. Only for the classic API.
 */
final class PoisonedProvider {

  static final String POISON = "POISON";
  static final String COMPLAINT = "this message cannot be made out";

  private PoisonedProvider() {}

  static JmsProvider of(JmsProvider provider) {
    return Wrapping.of(
        JmsProvider.class,
        (method, arguments) -> {
          Object result = Wrapping.pass(provider, method, arguments);
          return result instanceof Connection connection ? poisoned(connection) : result;
        });
  }

  private static Connection poisoned(Connection connection) {
    return Wrapping.of(
        Connection.class,
        (method, arguments) -> {
          Object result = Wrapping.pass(connection, method, arguments);
          return result instanceof Session session ? poisoned(session) : result;
        });
  }

  private static Session poisoned(Session session) {
    return Wrapping.of(
        Session.class,
        (method, arguments) -> {
          Object result = Wrapping.pass(session, method, arguments);
          return result instanceof MessageConsumer consumer ? poisoned(consumer) : result;
        });
  }

  private static MessageConsumer poisoned(MessageConsumer consumer) {
    return Wrapping.of(
        MessageConsumer.class,
        (method, arguments) -> {
          Object result = Wrapping.pass(consumer, method, arguments);
          if (result instanceof Message message) {
            tasteOf(message);
          }
          return result;
        });
  }

  private static void tasteOf(Message message) throws JMSException {
    if (message.propertyExists(POISON)) {
      throw new MessageFormatException(COMPLAINT);
    }
  }
}
