package dev.sluice.it.delivery;

import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A provider whose producers do wrong; all else is left to the provider it is made of. Only for the
 * classic API.
 */
final class FaultyProvider {

  private FaultyProvider() {}

  static JmsProvider of(JmsProvider provider, Faults faults) {
    return Wrapping.of(
        JmsProvider.class,
        (method, arguments) -> {
          Object result = Wrapping.pass(provider, method, arguments);
          return result instanceof Connection connection ? faulty(connection, faults) : result;
        });
  }

  private static Connection faulty(Connection connection, Faults faults) {
    List<FaultyProducer> producers = new CopyOnWriteArrayList<>();
    return Wrapping.of(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("close")) {
            for (FaultyProducer producer : producers) {
              producer.sendHeld();
            }
          }
          Object result = Wrapping.pass(connection, method, arguments);
          return result instanceof Session session ? faulty(session, faults, producers) : result;
        });
  }

  private static Session faulty(Session session, Faults faults, List<FaultyProducer> producers) {
    return Wrapping.of(
        Session.class,
        (method, arguments) -> {
          if (method.getName().equals("commit")) { // a pair is not torn apart
            for (FaultyProducer producer : producers) {
              producer.sendHeld();
            }
          }
          Object result = Wrapping.pass(session, method, arguments);
          if (result instanceof MessageProducer producer) {
            FaultyProducer faulty = new FaultyProducer(session, faults);
            producers.add(faulty);
            return faulty(producer, faulty);
          }
          return result;
        });
  }

  private static MessageProducer faulty(MessageProducer producer, FaultyProducer faulty) {
    return Wrapping.of(
        MessageProducer.class,
        (method, arguments) -> {
          if (!method.getName().equals("send")) {
            return Wrapping.pass(producer, method, arguments);
          }
          int place = arguments[0] instanceof Message ? 0 : 1;
          faulty.send(
              (Message) arguments[place],
              message -> {
                Object[] sent = arguments.clone();
                sent[place] = message;
                Wrapping.pass(producer, method, sent);
              });
          return null;
        });
  }
}
