package dev.sluice.jms.provider;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Hashtable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.spi.InitialContextFactory;

/**
 * A client library, in one class so that it can be packed alone, that looks for its parts by the
 * class loader of the thread, as RabbitMQ's does. It tells a logger of each call, and whether that
 * loader was its own. It has no transactions, topics, selectors and delays, cannot send without
 * waiting, and its messages take one body.
 */
public final class LonelyClient implements ConnectionFactory, InitialContextFactory {

  /** Learns of each call: its name, whether the loader was the library's own, and the thread. */
  static final String LOGGER = "lonely";

  private static void called(Class<?> type, String method) {
    Thread thread = Thread.currentThread();
    boolean own = thread.getContextClassLoader() == LonelyClient.class.getClassLoader();
    Object[] how = {own, thread.getName()};
    Logger.getLogger(LOGGER).log(Level.INFO, type.getSimpleName() + "." + method, how);
  }

  private static <T> T part(Class<T> type, InvocationHandler answers) {
    InvocationHandler handler =
        (self, method, arguments) -> {
          if (method.getDeclaringClass() == Object.class) {
            return answerOfObject(self, method, arguments);
          }
          called(type, method.getName());
          return answers.invoke(self, method, arguments);
        };
    return type.cast(
        Proxy.newProxyInstance(
            LonelyClient.class.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object answerOfObject(Object self, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> "a part";
    };
  }

  private static Object nothing(Method method) {
    if (method.getReturnType() == boolean.class) {
      return false;
    }
    if (method.getReturnType() == int.class) {
      return 0;
    }
    return method.getReturnType() == long.class ? (Object) 0L : null;
  }

  private static Connection connection() {
    return part(
        Connection.class,
        (self, method, arguments) ->
            method.getName().equals("createSession") ? session(arguments) : nothing(method));
  }

  private static Session session(Object[] asked) throws JMSException {
    if (asked[0].equals(true)) {
      throw new JMSException("does not support transacted");
    }
    return part(
        Session.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "createQueue" -> part(Queue.class, (queue, name, none) -> "Q");
              case "createTopic" -> throw new JMSException("Unsupported Method");
              case "createTemporaryQueue" ->
                  part(TemporaryQueue.class, (queue, name, none) -> nothing(name));
              case "createConsumer" -> consumer(arguments);
              case "createProducer" ->
                  part(MessageProducer.class, (producer, any, what) -> produced(any, what));
              case "createBytesMessage", "createTextMessage", "createMessage" ->
                  part(method.getReturnType(), (message, any, none) -> filled(any));
              default -> nothing(method);
            });
  }

  private static Object filled(Method method) {
    if (method.getName().equals("clearBody")) {
      throw new NullPointerException("no body any more"); // as Pulsar's at the next write
    }
    return nothing(method);
  }

  private static Object produced(Method method, Object[] arguments) throws JMSException {
    if (method.getName().equals("setDeliveryDelay")) {
      throw new JMSException("C5008: the function 'delay' is not supported on this connection");
    }
    if (method.getName().equals("send") && arguments.length > 1) {
      throw new UnsupportedOperationException("by the classic API alone");
    }
    return nothing(method);
  }

  /**
   * Has one message for those who receive, who then wait until it is closed; many for listeners.
   */
  private static MessageConsumer consumer(Object[] asked) {
    if (asked.length > 1 && asked[1] != null) {
      throw new UnsupportedOperationException();
    }
    CountDownLatch closed = new CountDownLatch(1);
    AtomicBoolean taken = new AtomicBoolean();
    return part(
        MessageConsumer.class,
        (self, method, arguments) -> {
          switch (method.getName()) {
            case "receive" -> {
              if (!taken.getAndSet(true)) {
                return message();
              }
              closed.await((long) arguments[0], TimeUnit.MILLISECONDS);
            }
            case "setMessageListener" -> {
              MessageListener listener = (MessageListener) arguments[0];
              Thread bringing = new Thread(() -> bring(listener, closed), "bringing");
              bringing.setDaemon(true);
              bringing.start();
            }
            case "close" -> closed.countDown();
            default -> {}
          }
          return nothing(method);
        });
  }

  private static void bring(MessageListener listener, CountDownLatch closed) {
    while (closed.getCount() > 0) {
      called(MessageListener.class, "onMessage");
      listener.onMessage(message());
    }
  }

  private static Message message() {
    return part(Message.class, (self, method, arguments) -> nothing(method));
  }

  @Override
  public Context getInitialContext(Hashtable<?, ?> environment) {
    called(InitialContextFactory.class, "getInitialContext");
    return part(
        Context.class,
        (self, method, arguments) -> {
          if (!method.getName().equals("lookup")) {
            return nothing(method);
          }
          return switch (arguments[0].toString()) {
            case "CF" -> this;
            case "bound" -> part(Queue.class, (queue, name, none) -> "Q");
            default -> throw new NameNotFoundException(arguments[0].toString());
          };
        });
  }

  @Override
  public Connection createConnection() throws JMSException {
    called(ConnectionFactory.class, "createConnection");
    return connection();
  }

  @Override
  public Connection createConnection(String user, String password) throws JMSException {
    return createConnection();
  }

  @Override
  public JMSContext createContext() {
    throw new UnsupportedOperationException("by the classic API alone");
  }

  @Override
  public JMSContext createContext(int sessionMode) {
    return createContext();
  }

  @Override
  public JMSContext createContext(String user, String password) {
    return createContext();
  }

  @Override
  public JMSContext createContext(String user, String password, int sessionMode) {
    return createContext();
  }
}
