package dev.sluice.jms.provider.idle;

import dev.sluice.core.worker.ConnectionWatch;
import dev.sluice.jms.provider.ConnectDeadline;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.JmsProvider;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A provider without a broker: connections, sessions, producers and consumers that do nothing. Puts
 * succeed at once; no message ever arrives. Workers practise with it before a run, so that the JVM
 * has compiled their way through JMS when thousands of them take it at once.
 */
public class IdleProvider implements JmsProvider {

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** How long a consumer waits in vain; long enough that a worker without a rate does not spin. */
  private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final ConnectDeadline deadline = new ConnectDeadline(CONNECT_TIMEOUT, "of no broker");

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public String describe() {
    return "idle, without a broker";
  }

  @Override
  public Connection connect(ConnectionWatch watch) throws JMSException {
    return deadline.connect(() -> idle(Connection.class));
  }

  @Override
  public JMSContext context(int sessionMode, ConnectionWatch watch) throws JMSException {
    return deadline.connect(() -> idle(JMSContext.class));
  }

  @Override
  public Failure explain(Throwable failure) {
    return new Failure(failure.toString(), "", false, false);
  }

  @Override
  public void close() {
    // nothing is open
  }

  private static <T> T idle(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, IdleProvider::answer));
  }

  /**
   * The answer of a call that does nothing: more idle objects, and otherwise nothing, 0 or false.
   */
  private static Object answer(Object self, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> self == arguments[0];
      case "hashCode" -> System.identityHashCode(self);
      case "receive", "receiveNoWait" -> {
        LockSupport.parkNanos(WAIT_NANOS);
        yield null;
      }
      default -> nothing(method.getReturnType());
    };
  }

  private static Object nothing(Class<?> type) {
    if (type.isPrimitive()) {
      return type == void.class ? null : Array.get(Array.newInstance(type, 1), 0);
    }
    if (type == String.class) {
      return "";
    }
    return type.isInterface() && type.getPackage() == Connection.class.getPackage()
        ? idle(type)
        : null;
  }
}
