package dev.sluice.mqsim.questions;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import com.ibm.mq.jakarta.jms.MQConnectionFactory;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import dev.sluice.mqsim.codec.SegmentType;
import dev.sluice.mqsim.codec.call.InitialData;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.util.Hashtable;

/**
 * A queue manager that is asked by IBM's client, through a relay.
 *
 * @param queue empty, and nobody else's; asked for are put, get, browse and inq
 * @param user empty for that of the operating system
 */
record Respondent(
    RecordingRelay relay,
    String channel,
    String queueManager,
    String queue,
    String user,
    String password)
    implements AutoCloseable {

  /** The name of the application that asks. */
  static final String APPLICATION = "mqsim questions";

  /** For a message that is not there. */
  static final int SHORT_WAIT_MILLIS = 200;

  /** For a message that is there. */
  static final int LONG_WAIT_MILLIS = 5_000;

  /** After which a message goes by itself, if its question failed. */
  static final int EXPIRY_MILLIS = 60_000;

  private static final String RELAY_HOST = "127.0.0.1";
  private static final int RECONNECT_SECONDS = 30;

  /**
   * Connects with JMS.
   *
   * @param shared whether as many conversations share a socket as the channel allows, or one
   * @param reconnects whether the client does so by itself
   */
  Connection connect(boolean shared, boolean reconnects) throws JMSException {
    MQConnectionFactory factory = new MQConnectionFactory();
    factory.setTransportType(WMQConstants.WMQ_CM_CLIENT);
    factory.setHostName(RELAY_HOST);
    factory.setPort(relay.port());
    factory.setChannel(channel);
    factory.setQueueManager(queueManager);
    factory.setAppName(APPLICATION);
    factory.setShareConvAllowed(shared ? 1 : 0);
    factory.setClientReconnectTimeout(RECONNECT_SECONDS);
    factory.setClientReconnectOptions(
        reconnects
            ? WMQConstants.WMQ_CLIENT_RECONNECT
            : WMQConstants.WMQ_CLIENT_RECONNECT_DISABLED);
    Connection connection =
        user.isEmpty() ? factory.createConnection() : factory.createConnection(user, password);
    connection.start();
    return connection;
  }

  /** Connects with IBM's classes for Java. */
  MQQueueManager call() throws MQException {
    return call(channel, queueManager);
  }

  /** The same, to what may not be there. */
  @SuppressWarnings("JdkObsolete") // it is what the constructor takes
  MQQueueManager call(String toChannel, String toQueueManager) throws MQException {
    Hashtable<String, Object> properties = new Hashtable<>();
    properties.put(CMQC.HOST_NAME_PROPERTY, RELAY_HOST);
    properties.put(CMQC.PORT_PROPERTY, relay.port());
    properties.put(CMQC.CHANNEL_PROPERTY, toChannel);
    if (!user.isEmpty()) {
      properties.put(CMQC.USE_MQCSP_AUTHENTICATION_PROPERTY, true);
      properties.put(CMQC.USER_ID_PROPERTY, user);
      properties.put(CMQC.PASSWORD_PROPERTY, password);
    }
    return new MQQueueManager(toQueueManager, properties);
  }

  /** Messages on the queue. */
  int depth() throws MQException {
    MQQueueManager connected = call();
    int open = CMQC.MQOO_INQUIRE | CMQC.MQOO_INPUT_SHARED | CMQC.MQOO_BROWSE | CMQC.MQOO_OUTPUT;
    int depth = connected.accessQueue(queue, open).getCurrentDepth();
    connected.disconnect();
    return depth;
  }

  /** As what it introduced itself, once a client has connected. */
  String product() {
    return relay.answersFrom(0, SegmentType.INITIAL_DATA).stream()
        .map(answer -> InitialData.productId(answer.body()))
        .findFirst()
        .orElse("not decoded");
  }

  /** Sends a message that goes by itself if nobody takes it. */
  void send(Session session) throws JMSException {
    try (MessageProducer producer = session.createProducer(session.createQueue(queue))) {
      producer.setTimeToLive(EXPIRY_MILLIS);
      producer.send(session.createMessage());
    }
  }

  /** The next message or null; all segments of the consumer have passed when this returns. */
  Message receive(Session session, int waitMillis) throws JMSException {
    try (MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
      return consumer.receive(waitMillis);
    }
  }

  @Override
  public void close() throws IOException {
    relay.close();
  }

  /** Without the password. */
  @Override
  public String toString() {
    return queueManager;
  }
}
