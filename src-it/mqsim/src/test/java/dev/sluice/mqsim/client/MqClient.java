package dev.sluice.mqsim.client;

import com.ibm.mq.MQException;
import com.ibm.msg.client.jakarta.jms.JmsConnectionFactory;
import com.ibm.msg.client.jakarta.jms.JmsFactoryFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.mqsim.cluster.SimulatedCluster;
import jakarta.jms.JMSException;
import java.nio.file.Path;

/** Connection factories of the real IBM client for a simulated cluster. */
final class MqClient {

  static final String APPLICATION = "MQSIM-TEST";
  static final int RECEIVE_MILLIS = 5_000;

  private MqClient() {}

  /** Connects straight to one member, without a channel table and without reconnection. */
  static JmsConnectionFactory to(SimulatedCluster cluster, String queueManager)
      throws JMSException {
    JmsConnectionFactory factory = factory();
    factory.setStringProperty(WMQConstants.WMQ_HOST_NAME, "127.0.0.1");
    factory.setIntProperty(WMQConstants.WMQ_PORT, cluster.port(queueManager));
    factory.setStringProperty(WMQConstants.WMQ_CHANNEL, "APP.SVRCONN");
    factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, queueManager);
    return factory;
  }

  /** Connects to any member of a group through a channel table, and wants to be reconnected. */
  static JmsConnectionFactory throughTable(Path ccdt, String group) throws JMSException {
    JmsConnectionFactory factory = factory();
    factory.setStringProperty(WMQConstants.WMQ_CCDTURL, ccdt.toUri().toString());
    factory.setStringProperty(WMQConstants.WMQ_QUEUE_MANAGER, "*" + group);
    factory.setIntProperty(
        WMQConstants.WMQ_CLIENT_RECONNECT_OPTIONS, WMQConstants.WMQ_CLIENT_RECONNECT);
    return factory;
  }

  private static JmsConnectionFactory factory() throws JMSException {
    JmsConnectionFactory factory =
        JmsFactoryFactory.getInstance(WMQConstants.JAKARTA_WMQ_PROVIDER).createConnectionFactory();
    factory.setIntProperty(WMQConstants.WMQ_CONNECTION_MODE, WMQConstants.WMQ_CM_CLIENT);
    factory.setStringProperty(WMQConstants.WMQ_APPLICATIONNAME, APPLICATION);
    return factory;
  }

  /** The reason code in an exception or in one that it is linked to; 0 if there is none. */
  static int reasonOf(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = linked(t)) {
      if (t instanceof MQException mq) {
        return mq.getReason();
      }
    }
    return 0;
  }

  private static Throwable linked(Throwable thrown) {
    return thrown instanceof JMSException jms && jms.getLinkedException() != null
        ? jms.getLinkedException()
        : thrown.getCause();
  }
}
