package dev.sluice.it.delivery;

import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A provider whose producers do wrong: all else is left to the provider it is made of. Of its
 * connections, those by {@link Connection} are faulty.
 */
final class FaultyProvider {

  /** What to do instead of a call, or with what it returned. */
  @FunctionalInterface
  private interface Instead {
    Object call(Method method, Object[] arguments) throws Throwable;
  }

  private FaultyProvider() {}

  static JmsProvider of(JmsProvider provider, Faults faults) {
    return proxy(
        JmsProvider.class,
        (method, arguments) -> {
          Object result = invoke(provider, method, arguments);
          return result instanceof Connection connection ? faulty(connection, faults) : result;
        });
  }

  private static Connection faulty(Connection connection, Faults faults) {
    List<FaultyProducer> producers = new CopyOnWriteArrayList<>();
    return proxy(
        Connection.class,
        (method, arguments) -> {
          if (method.getName().equals("close")) {
            for (FaultyProducer producer : producers) {
              producer.sendHeld();
            }
          }
          Object result = invoke(connection, method, arguments);
          return result instanceof Session session ? faulty(session, faults, producers) : result;
        });
  }

  private static Session faulty(Session session, Faults faults, List<FaultyProducer> producers) {
    return proxy(
        Session.class,
        (method, arguments) -> {
          Object result = invoke(session, method, arguments);
          if (result instanceof MessageProducer producer) {
            FaultyProducer faulty = new FaultyProducer(session, faults);
            producers.add(faulty);
            return faulty(producer, faulty);
          }
          return result;
        });
  }

  private static MessageProducer faulty(MessageProducer producer, FaultyProducer faulty) {
    return proxy(
        MessageProducer.class,
        (method, arguments) -> {
          if (!method.getName().equals("send")) {
            return invoke(producer, method, arguments);
          }
          int place = arguments[0] instanceof Message ? 0 : 1;
          faulty.send(
              (Message) arguments[place],
              message -> {
                Object[] sent = arguments.clone();
                sent[place] = message;
                try {
                  invoke(producer, method, sent);
                } catch (RuntimeException | Error | jakarta.jms.JMSException e) {
                  throw e;
                } catch (Throwable e) {
                  throw new IllegalStateException(e);
                }
              });
          return null;
        });
  }

  private static <T> T proxy(Class<T> type, Instead instead) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (self, method, arguments) -> instead.call(method, arguments)));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
