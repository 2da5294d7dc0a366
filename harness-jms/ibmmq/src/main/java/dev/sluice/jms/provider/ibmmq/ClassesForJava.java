package dev.sluice.jms.provider.ibmmq;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import dev.sluice.jms.provider.CauseChain;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtEntry.Address;
import dev.sluice.jms.provider.ibmmq.ccdt.CcdtLocation;
import jakarta.jms.JMSException;
import java.net.MalformedURLException;
import java.net.URI;
import java.util.Hashtable;
import java.util.Iterator;

/** Connects by IBM's classes for Java, for what JMS has no call for. */
record ClassesForJava(IbmMqSettings settings) {

  /**
   * A new connection.
   *
   * @param application what the queue manager calls it; empty for the client's default
   */
  @SuppressWarnings("JdkObsolete") // the client takes nothing but a Hashtable
  MQQueueManager connect(String application) throws MQException, JMSException {
    Hashtable<String, Object> properties = new Hashtable<>();
    if (!application.isEmpty()) {
      properties.put(CMQC.APPNAME_PROPERTY, application);
    }
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
      return connect(direct, properties);
    }
    properties.put(CMQC.TRANSPORT_PROPERTY, CMQC.TRANSPORT_MQSERIES_BINDINGS);
    return new MQQueueManager(((MqEndpoint.Bindings) endpoint).queueManager(), properties);
  }

  /** One address after the other, because these classes take the first of a list only. */
  @SuppressWarnings("JdkObsolete") // as above
  private static MQQueueManager connect(
      MqEndpoint.Direct direct, Hashtable<String, Object> properties) throws MQException {
    properties.put(CMQC.CHANNEL_PROPERTY, direct.channel());
    Iterator<Address> addresses = direct.addresses().iterator();
    while (true) {
      Address at = addresses.next();
      properties.put(CMQC.HOST_NAME_PROPERTY, at.host());
      properties.put(CMQC.PORT_PROPERTY, at.port());
      try {
        return new MQQueueManager(direct.queueManager(), properties);
      } catch (MQException e) {
        if (!addresses.hasNext()) {
          throw e;
        }
      }
    }
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
