package dev.sluice.it.delivery;

import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A provider with the messages of another, which go from producers to consumers without a broker:
 * for rates that a broker beside the harness does not carry everywhere. Without transactions.
 */
final class MemoryProvider {

  private final Map<String, BlockingQueue<Message>> queues = new ConcurrentHashMap<>();

  private MemoryProvider() {}

  static JmsProvider of(JmsProvider messages) {
    MemoryProvider memory = new MemoryProvider();
    return Wrapping.of(
        JmsProvider.class,
        (method, arguments) -> {
          Object result = Wrapping.pass(messages, method, arguments);
          return result instanceof Connection connection ? memory.connection(connection) : result;
        });
  }

  private Connection connection(Connection connection) {
    return Wrapping.of(
        Connection.class,
        (method, arguments) -> {
          Object result = Wrapping.pass(connection, method, arguments);
          return result instanceof Session session ? session(session) : result;
        });
  }

  private Session session(Session session) {
    return Wrapping.of(
        Session.class,
        (method, arguments) ->
            switch (method.getName()) {
              case "createProducer" -> producer(queue(arguments[0]), session);
              case "createConsumer" -> consumer(queue(arguments[0]));
              default -> Wrapping.pass(session, method, arguments);
            });
  }

  private BlockingQueue<Message> queue(Object destination) throws Exception {
    return queues.computeIfAbsent(
        ((Queue) destination).getQueueName(), name -> new LinkedBlockingQueue<>());
  }

  private static MessageProducer producer(BlockingQueue<Message> queue, Session session) {
    return Wrapping.of(
        MessageProducer.class,
        (method, arguments) -> {
          if (method.getName().equals("send")) {
            queue.add(MessageCopy.of((Message) arguments[0], session));
            return null;
          }
          return settle(method);
        });
  }

  private static MessageConsumer consumer(BlockingQueue<Message> queue) {
    return Wrapping.of(
        MessageConsumer.class,
        (method, arguments) ->
            method.getName().equals("receive")
                ? queue.poll((Long) arguments[0], TimeUnit.MILLISECONDS)
                : settle(method));
  }

  /** Settings and the end change nothing here. */
  private static Object settle(Method method) {
    if (method.getReturnType() != void.class) {
      throw new UnsupportedOperationException(method.getName());
    }
    return null;
  }
}
