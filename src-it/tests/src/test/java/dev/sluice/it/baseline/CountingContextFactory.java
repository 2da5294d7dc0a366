package dev.sluice.it.baseline;

import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.spi.InitialContextFactory;

/**
 * JNDI objects of a JMS provider that counts what is sent and does nothing else: with it, thousands
 * of workers cost what the harness costs. The connection factory is bound as {@code CF}; nothing
 * else is bound. Where the system property {@code sends} names a file, that gets the time of each
 * send when a connection or session is closed: a line of {@link System#nanoTime} each.
 */
public final class CountingContextFactory implements InitialContextFactory {

  private static final Optional<Path> SENDS =
      Optional.ofNullable(System.getProperty("sends")).map(Path::of);

  private final LongAdder sent = new LongAdder();
  private final Queue<Long> timesNanos = new ConcurrentLinkedQueue<>();

  private static void write(Path file, Queue<Long> timesNanos) {
    try {
      Files.write(file, timesNanos.stream().map(String::valueOf).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Context getInitialContext(Hashtable<?, ?> environment) {
    return plays(Context.class, this::context);
  }

  private Object context(Object self, Method method, Object[] args) throws NameNotFoundException {
    if (!method.getName().equals("lookup")) {
      return nothing(method);
    }
    if (!args[0].equals("CF")) {
      throw new NameNotFoundException(args[0].toString());
    }
    return plays(ConnectionFactory.class, this::jms);
  }

  private Object jms(Object self, Method method, Object[] args) {
    return switch (method.getName()) {
      case "createConnection" -> plays(Connection.class, this::jms);
      case "createSession" -> plays(Session.class, this::jms);
      case "createQueue" -> plays(jakarta.jms.Queue.class, this::jms);
      case "createProducer" -> plays(MessageProducer.class, this::jms);
      case "createBytesMessage" -> plays(BytesMessage.class, this::jms);
      case "send" -> {
        sent.increment();
        if (SENDS.isPresent()) {
          timesNanos.add(System.nanoTime());
        }
        yield null;
      }
      case "close" -> {
        SENDS.ifPresent(file -> write(file, timesNanos));
        yield null;
      }
      case "equals" -> self == args[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> nothing(method);
    };
  }

  /** The value of a call that returns nothing useful. */
  private static Object nothing(Method method) {
    Class<?> type = method.getReturnType();
    if (type == boolean.class) {
      return false;
    }
    if (type == int.class) {
      return 0;
    }
    if (type == long.class) {
      return 0L;
    }
    return type == String.class ? "" : null;
  }

  private static <T> T plays(Class<T> type, InvocationHandler how) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, how));
  }
}
