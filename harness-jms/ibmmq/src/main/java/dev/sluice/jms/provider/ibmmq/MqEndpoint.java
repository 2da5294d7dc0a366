package dev.sluice.jms.provider.ibmmq;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLocation;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.RequestedQueueManager;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Where connections go to, and over what. */
public sealed interface MqEndpoint {

  /** In words, as they stand in messages. */
  String describe();

  /** The queue manager as it is asked for. */
  String queueManager();

  /**
   * Sets what the client needs to find the queue manager.
   *
   * @throws ConfigurationException if this cannot be right
   */
  void applyTo(JmsConnectionFactory factory) throws JMSException;

  /**
   * A client connection to a host.
   *
   * @param queueManager the name it must have, empty for any
   */
  record Direct(String host, int port, String channel, String queueManager) implements MqEndpoint {

    private static final int MAX_PORT = 65_535;

    @Override
    public String describe() {
      return host + "(" + port + "), channel " + channel + named(queueManager);
    }

    @Override
    public void applyTo(JmsConnectionFactory factory) throws JMSException {
      if (port < 1 || port > MAX_PORT) {
        throw new ConfigurationException("port " + port + " of " + host + ": 1 to " + MAX_PORT);
      }
      factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
      factory.setStringProperty(WMQConstants.WMQ_HOST_NAME, host);
      factory.setIntProperty(WMQConstants.WMQ_PORT, port);
      factory.setStringProperty(WMQConstants.WMQ_CHANNEL, channel);
      factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, queueManager);
    }
  }

  /**
   * A client connection by a channel definition table.
   *
   * @param ccdt the path or URL of the table
   * @param queueManager the name of a queue manager; {@code *GROUP} for any of a group; {@code *}
   *     or empty for any of the default group
   */
  record Ccdt(String ccdt, String queueManager) implements MqEndpoint {

    /** Whether one queue manager is asked for by its name. */
    boolean isNamed() {
      return RequestedQueueManager.of(queueManager).nameChecked();
    }

    /**
     * If a group is asked for, each of its queue managers that has an entry of its own; none if one
     * is asked for by its name, or the table is not a file.
     */
    List<Ccdt> members() {
      RequestedQueueManager asked = RequestedQueueManager.of(queueManager);
      Optional<Path> file = CcdtLocation.of(ccdt).file();
      if (isNamed() || file.isEmpty()) {
        return List.of();
      }
      return dev.sluice.jms.provider.ibmmq.ccdt.Ccdt.parse(ccdt, CcdtLocation.readJson(file.get()))
          .queueManagers()
          .stream()
          .filter(name -> !name.isEmpty() && !name.equals(asked.entryName()))
          .map(name -> new Ccdt(ccdt, name))
          .toList();
    }

    @Override
    public String describe() {
      return "CCDT " + ccdt + named(queueManager);
    }

    @Override
    public void applyTo(JmsConnectionFactory factory) throws JMSException {
      CcdtLocation location = CcdtLocation.of(ccdt);
      location.check(queueManager);
      factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
      factory.setStringProperty(WMQConstants.WMQ_CCDTURL, location.url());
      factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, queueManager);
    }
  }

  /**
   * Shared memory with a queue manager of this host; needs IBM MQ installed here.
   *
   * @param queueManager its name, empty for the default one
   */
  record Bindings(String queueManager) implements MqEndpoint {

    @Override
    public String describe() {
      return "bindings" + named(queueManager);
    }

    @Override
    public void applyTo(JmsConnectionFactory factory) throws JMSException {
      factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_BINDINGS);
      factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, queueManager);
    }
  }

  private static String named(String queueManager) {
    return queueManager.isBlank() ? "" : ", queue manager " + queueManager;
  }
}
