package dev.sluice.it.clients;

import dev.sluice.jms.provider.ClientJars;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import java.net.URI;
import java.nio.file.Path;

/**
 * An ActiveMQ Classic broker in memory, which speaks OpenWire and AMQP at ports of the loopback.
 */
public final class ClassicBroker implements AutoCloseable {

  private final ClientJars jars;
  private final Object service;

  /** Starts it out of a folder of its jars. */
  public ClassicBroker(Path folder) throws Exception {
    jars = ClientJars.of(folder.toString());
    service = jars.call(this::start);
  }

  public URI openWire() throws Exception {
    return uri("openwire");
  }

  public URI amqp() throws Exception {
    return uri("amqp");
  }

  /** A connection of a plain client. */
  public Connection connect() throws Exception {
    return jars.call(
        () ->
            ((ConnectionFactory)
                    jars.load("org.apache.activemq.ActiveMQConnectionFactory")
                        .getConstructor(String.class)
                        .newInstance(openWire().toString()))
                .createConnection());
  }

  @Override
  public void close() throws ReflectiveOperationException {
    jars.call(() -> service.getClass().getMethod("stop").invoke(service));
    jars.close();
  }

  private Object start() throws Exception {
    Class<?> type = jars.load("org.apache.activemq.broker.BrokerService");
    Object broker = type.getConstructor().newInstance();
    type.getMethod("setPersistent", boolean.class).invoke(broker, false);
    type.getMethod("setUseJmx", boolean.class).invoke(broker, false);
    for (String transport : new String[] {"tcp", "amqp"}) {
      Object connector =
          type.getMethod("addConnector", String.class).invoke(broker, transport + "://127.0.0.1:0");
      connector
          .getClass()
          .getMethod("setName", String.class)
          .invoke(connector, transport.equals("tcp") ? "openwire" : transport);
    }
    type.getMethod("start").invoke(broker);
    type.getMethod("waitUntilStarted").invoke(broker);
    return broker;
  }

  private URI uri(String connector) throws Exception {
    Object found =
        service
            .getClass()
            .getMethod("getTransportConnectorByName", String.class)
            .invoke(service, connector);
    return (URI) found.getClass().getMethod("getConnectUri").invoke(found);
  }
}
