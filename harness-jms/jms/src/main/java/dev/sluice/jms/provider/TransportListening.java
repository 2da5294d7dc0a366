package dev.sluice.jms.provider;

import dev.sluice.core.worker.ConnectionWatch;
import jakarta.jms.Connection;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What ActiveMQ Classic's client tells of a transport that reconnects by itself ({@code
 * failover:}), inside calls that then take long: by a listener of a type of its own, found by name
 * because the client is none of ours.
 */
final class TransportListening {

  private static final Logger log = LoggerFactory.getLogger(TransportListening.class);

  private TransportListening() {}

  /** Tells of a connection whose client has such a transport; of any other nothing. */
  static void tell(Connection connection, ConnectionWatch watch) {
    Optional<Method> adding =
        Arrays.stream(connection.getClass().getMethods())
            .filter(method -> method.getName().equals("addTransportListener"))
            .filter(method -> method.getParameterCount() == 1)
            .findFirst();
    try {
      if (adding.isPresent() && reconnects(connection)) {
        Class<?> type = adding.get().getParameterTypes()[0];
        InvocationHandler listener = (proxy, method, args) -> told(proxy, method, args, watch);
        adding
            .get()
            .invoke(
                connection,
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, listener));
      }
    } catch (ReflectiveOperationException e) {
      log.debug("the client does not tell when it reconnects", e);
    }
  }

  private static boolean reconnects(Connection connection) throws ReflectiveOperationException {
    Object transport = connection.getClass().getMethod("getTransport").invoke(connection);
    Class<?> type = connection.getClass().getMethod("getTransport").getReturnType();
    return (boolean) type.getMethod("isFaultTolerant").invoke(transport);
  }

  private static Object told(Object proxy, Method method, Object[] args, ConnectionWatch watch) {
    switch (method.getName()) {
      case "transportInterupted" -> watch.reconnecting(0); // the client spells it so
      case "transportResumed" -> watch.reconnected("");
      case "equals" -> {
        return proxy == args[0];
      }
      case "hashCode" -> {
        return System.identityHashCode(proxy);
      }
      default -> {} // a command, of which there are many
    }
    return null;
  }
}
