package dev.sluice.it.endurance;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * A JMS client whose broker is gone for a while, for all connections at once, and which counts the
 * attempts to connect in each second from the outage on. A connection from before the outage is of
 * no use any more, however late that shows. Stands alone, because it is the whole jar of a client.
 */
public final class OutageFactory implements ConnectionFactory {

  private static final int SECONDS = 3_600;

  private final AtomicIntegerArray attempts = new AtomicIntegerArray(SECONDS);
  private volatile Path trigger;
  private volatile long lengthNanos;
  private volatile long beganNanos; // 0 before the outage

  /** The outage begins when this file is there; the counts are written beside it at the end. */
  public void setTrigger(String file) {
    trigger = Path.of(file);
    Thread watch = new Thread(this::awaitTrigger, "outage");
    watch.setDaemon(true);
    watch.start();
    Runtime.getRuntime().addShutdownHook(new Thread(this::writeCounts));
  }

  /** How long the broker is gone. */
  public void setSeconds(int seconds) {
    lengthNanos = TimeUnit.SECONDS.toNanos(seconds);
  }

  private void awaitTrigger() {
    try {
      while (!Files.exists(trigger)) {
        Thread.sleep(20);
      }
      beganNanos = System.nanoTime();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeCounts() {
    List<String> counts =
        IntStream.range(0, SECONDS).mapToObj(i -> Integer.toString(attempts.get(i))).toList();
    try {
      Files.write(trigger.resolveSibling("attempts.txt"), counts);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void requireBroker() throws JMSException {
    long began = beganNanos;
    if (began != 0 && System.nanoTime() - began < lengthNanos) {
      throw new JMSException("the broker is gone");
    }
  }

  @Override
  public Connection createConnection() throws JMSException {
    long began = beganNanos;
    if (began != 0) {
      attempts.incrementAndGet((int) TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began));
    }
    requireBroker();
    return plays(Connection.class, (self, method, args) -> jms(began == 0, self, method, args));
  }

  @Override
  public Connection createConnection(String user, String password) throws JMSException {
    return createConnection();
  }

  @Override
  public JMSContext createContext() {
    throw new UnsupportedOperationException();
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

  private static <T> T plays(Class<T> type, InvocationHandler how) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, how));
  }

  private Object jms(boolean fromBefore, Object self, Method method, Object[] args)
      throws JMSException {
    switch (method.getName()) {
      case "send" -> {
        if (fromBefore && beganNanos != 0) {
          throw new JMSException("the connection is gone");
        }
        requireBroker();
      }
      case "equals" -> {
        return self == args[0];
      }
      case "hashCode" -> {
        return System.identityHashCode(self);
      }
      default -> {}
    }
    Class<?> type = method.getReturnType();
    if (type.isInterface() && type.getPackage().equals(Connection.class.getPackage())) {
      return plays(type, (child, called, with) -> jms(fromBefore, child, called, with));
    }
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
}
