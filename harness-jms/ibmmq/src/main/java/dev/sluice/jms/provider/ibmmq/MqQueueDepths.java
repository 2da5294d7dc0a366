package dev.sluice.jms.provider.ibmmq;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.QueueDepths;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLocation;
import jakarta.jms.JMSException;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Inquires the depth of queues by IBM's classes for Java, because JMS has no call for it. By a
 * table of several queue managers it is the depth at whichever one the client connects to. For one
 * thread.
 */
final class MqQueueDepths implements QueueDepths {

  private static final long NO_ANSWER = -1;

  private final IbmMqSettings settings;
  private MQQueueManager queueManager; // null until it is needed, and after it broke

  MqQueueDepths(IbmMqSettings settings) {
    this.settings = settings;
  }

  @Override
  public long depth(String name) throws JMSException {
    boolean answered = false;
    try {
      if (queueManager == null) {
        queueManager = connect();
      }
      MQQueue queue = queueManager.accessQueue(name, CMQC.MQOO_INQUIRE);
      long depth = queue.getCurrentDepth();
      queue.close();
      answered = true;
      return depth;
    } catch (MQException e) {
      JMSException failure = new JMSException(e.getMessage(), Integer.toString(e.getReason()));
      failure.initCause(e);
      throw failure;
    } finally {
      if (!answered) {
        close();
      }
    }
  }

  /** In a group, that of each queue manager that the channel table has an entry of. */
  @Override
  public Map<String, Long> depths(String name) throws JMSException {
    List<MqEndpoint.Ccdt> members =
        settings.endpoint() instanceof MqEndpoint.Ccdt table ? table.members() : List.of();
    if (members.isEmpty()) {
      return Map.of("", depth(name));
    }
    Map<String, Long> depths = new TreeMap<>();
    for (MqEndpoint.Ccdt member : members) {
      depths.put(member.queueManager(), depthAt(member, name));
    }
    return depths;
  }

  private long depthAt(MqEndpoint.Ccdt member, String name) {
    try (MqQueueDepths there = new MqQueueDepths(settings.at(member))) {
      return there.depth(name);
    } catch (JMSException e) {
      return NO_ANSWER;
    }
  }

  @Override
  public void close() {
    if (queueManager != null) {
      try {
        queueManager.disconnect();
      } catch (MQException e) {
        // it is of no use any more, disconnected or not
      } finally {
        queueManager = null;
      }
    }
  }

  @SuppressWarnings("JdkObsolete") // the client takes nothing but a Hashtable
  private MQQueueManager connect() throws MQException, JMSException {
    Hashtable<String, Object> properties = new Hashtable<>();
    if (settings.credentials().given()) {
      properties.put(CMQC.USER_ID_PROPERTY, settings.credentials().user());
      properties.put(CMQC.PASSWORD_PROPERTY, settings.credentials().password().reveal());
      properties.put(CMQC.USE_MQCSP_AUTHENTICATION_PROPERTY, true);
    }
    settings.tls().suite().ifPresent(it -> properties.put(CMQC.SSL_CIPHER_SUITE_PROPERTY, it));
    settings.tls().sockets().ifPresent(it -> properties.put(CMQC.SSL_SOCKET_FACTORY_PROPERTY, it));
    MqEndpoint endpoint = settings.endpoint();
    if (endpoint instanceof MqEndpoint.Ccdt table) {
      return connect(table, properties);
    }
    if (endpoint instanceof MqEndpoint.Direct direct) {
      properties.put(CMQC.HOST_NAME_PROPERTY, direct.host());
      properties.put(CMQC.PORT_PROPERTY, direct.port());
      properties.put(CMQC.CHANNEL_PROPERTY, direct.channel());
      return new MQQueueManager(direct.queueManager(), properties);
    }
    properties.put(CMQC.TRANSPORT_PROPERTY, CMQC.TRANSPORT_MQSERIES_BINDINGS);
    return new MQQueueManager(((MqEndpoint.Bindings) endpoint).queueManager(), properties);
  }

  @SuppressWarnings("JdkObsolete") // as above
  private static MQQueueManager connect(MqEndpoint.Ccdt table, Hashtable<String, Object> properties)
      throws MQException, JMSException {
    try {
      return new MQQueueManager(
          table.queueManager(),
          properties,
          URI.create(CcdtLocation.of(table.ccdt()).url()).toURL());
    } catch (MalformedURLException e) {
      throw CauseChain.jmsFailure("not a valid CCDT URL: " + table.ccdt(), e);
    }
  }
}
