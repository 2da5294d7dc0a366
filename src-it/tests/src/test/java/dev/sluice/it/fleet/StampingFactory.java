package dev.sluice.it.fleet;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A JMS client that writes down when each message is sent and does nothing else. Each process has a
 * file of its own in {@link #setFolder a folder}, of one 64-bit number for each message: the
 * monotonic clock, which all processes of a host share. The file is memory that the system keeps
 * when the process is killed. Stands alone, because it is the whole jar of a client.
 */
public final class StampingFactory implements ConnectionFactory {

  private static final int CAPACITY = 1_000_000;

  private final AtomicInteger sent = new AtomicInteger();
  private MappedByteBuffer stamps;

  /** Where files of stamps are. */
  public void setFolder(String folder) {
    Path file = Path.of(folder, ProcessHandle.current().pid() + ".stamps");
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      stamps = channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) CAPACITY * Long.BYTES);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Connection createConnection() {
    return plays(Connection.class);
  }

  @Override
  public Connection createConnection(String user, String password) {
    return createConnection();
  }

  @Override
  public JMSContext createContext() {
    return plays(JMSContext.class);
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

  private <T> T plays(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this::jms));
  }

  private Object jms(Object self, Method method, Object[] args) {
    return switch (method.getName()) {
      case "send" -> {
        stamps.putLong(sent.getAndIncrement() * Long.BYTES, System.nanoTime());
        yield null;
      }
      case "equals" -> self == args[0];
      case "hashCode" -> System.identityHashCode(self);
      default -> some(method.getReturnType());
    };
  }

  /** Objects of JMS are as this one, and nothing else matters. */
  private Object some(Class<?> type) {
    if (type.isInterface() && type.getPackage().equals(Connection.class.getPackage())) {
      return plays(type);
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
