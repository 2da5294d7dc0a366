package dev.sluice.jms.provider.ibmmq;

import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.jms.provider.ConfigurationException;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Address;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLint;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLocation;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtRoute.RequestedQueueManager;
import dev.sluice.jms.provider.ibmmq.ccdt.NamedObject;
import jakarta.jms.JMSException;
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
   * A client connection to the first of some hosts that answers.
   *
   * @param addresses tried in this order
   * @param queueManager the name it must have, empty for any
   */
  record Direct(List<Address> addresses, String channel, String queueManager)
      implements MqEndpoint {

    public Direct {
      addresses = List.copyOf(addresses);
    }

    /** A client connection to one host. */
    public Direct(String host, int port, String channel, String queueManager) {
      this(List.of(new Address(host, port)), channel, queueManager);
    }

    @Override
    public String describe() {
      return nameList() + ", channel " + channel + named(queueManager);
    }

    @Override
    public void applyTo(JmsConnectionFactory factory) throws JMSException {
      for (Address at : addresses) {
        require(at.wrongHost().map("host "::concat));
        require(at.wrongPort());
      }
      require(NamedObject.CHANNEL.wrong(channel));
      requireName(queueManager);
      factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
      factory.setStringProperty(WMQConstants.WMQ_CONNECTION_NAME_LIST, nameList());
      factory.setStringProperty(WMQConstants.WMQ_CHANNEL, channel);
      factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, queueManager);
    }

    private String nameList() {
      return String.join(",", addresses.stream().map(Address::toString).toList());
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
      CcdtLocation location = CcdtLocation.of(ccdt);
      if (isNamed() || location.file().isEmpty()) {
        return List.of();
      }
      return dev.sluice.jms.provider.ibmmq.ccdt.Ccdt.parse(ccdt, location.readJson())
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
      location.check(queueManager, new CcdtLint(CipherName.specs().keySet()));
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
      requireName(queueManager);
      factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_BINDINGS);
      factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, queueManager);
    }
  }

  private static void requireName(String queueManager) {
    String name = RequestedQueueManager.of(queueManager).entryName();
    require(name.isEmpty() ? Optional.empty() : NamedObject.QUEUE_MANAGER.wrong(name));
  }

  private static void require(Optional<String> wrong) {
    wrong.ifPresent(
        why -> {
          throw new ConfigurationException(why);
        });
  }

  private static String named(String queueManager) {
    return queueManager.isBlank() ? "" : ", queue manager " + queueManager;
  }
}
