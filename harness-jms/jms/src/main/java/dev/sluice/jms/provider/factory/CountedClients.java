package dev.sluice.jms.provider.factory;

import dev.sluice.jms.provider.ConnectionCost;
import dev.sluice.jms.provider.ConnectionCost.Range;
import jakarta.jms.ConnectionFactory;
import java.util.Optional;

/** What the connections of those clients take that have no provider of their own here. */
final class CountedClients {

  private static final ConnectionCost CLASSIC =
      cost("ActiveMQ Classic's client", 1, new Range(1, 2), 45);
  private static final ConnectionCost RABBITMQ = cost("RabbitMQ's client", 1, Range.of(2), 28);
  private static final ConnectionCost OPEN_MQ = cost("Open MQ's client", 1, Range.of(3), 18);

  private CountedClients() {}

  /** That of the connections that a factory makes; empty where nobody has counted. */
  static Optional<ConnectionCost> of(ConnectionFactory factory) {
    String type = factory.getClass().getName();
    if (type.startsWith("org.apache.activemq.ActiveMQ")) {
      return Optional.of(CLASSIC);
    } else if (type.startsWith("com.rabbitmq.jms.")) {
      return Optional.of(RABBITMQ);
    } else if (type.startsWith("com.sun.messaging.")) {
      return Optional.of(OPEN_MQ);
    }
    return type.startsWith("org.apache.qpid.jms.") ? Optional.of(qpid(factory)) : Optional.empty();
  }

  private static ConnectionCost cost(String client, double files, Range threads, double heapKb) {
    return new ConnectionCost(client, Range.of(files), threads, Range.of(1000 * heapKb));
  }

  /** By what its address asks for: read by reflection, for it has a class loader of its own. */
  private static ConnectionCost qpid(ConnectionFactory factory) {
    String address = "";
    try {
      address += factory.getClass().getMethod("getRemoteURI").invoke(factory);
    } catch (ReflectiveOperationException e) {
      address = ""; // another version: by default
    }
    boolean shared = address.contains("sharedEventLoopThreads");
    boolean small = address.contains("maxFrameSize");
    return new ConnectionCost(
        small ? "Qpid's client" : "Qpid's client without amqp.maxFrameSize",
        Range.of(shared ? 1 : 4),
        Range.of(shared ? 1 : 2),
        small ? new Range(180e3, 330e3) : new Range(2200e3, 4300e3));
  }
}
