package dev.sluice.mqsim.classic;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.jms.MQConnectionFactory;
import com.ibm.msg.client.wmq.WMQConstants;
import dev.sluice.mqsim.embedded.EmbeddedQueueManager;
import dev.sluice.mqsim.embedded.QueuedMessage;
import java.util.Collections;
import java.util.Enumeration;
import javax.jms.Connection;
import javax.jms.JMSConsumer;
import javax.jms.JMSContext;
import javax.jms.JMSException;
import javax.jms.Message;
import javax.jms.MessageConsumer;
import javax.jms.Queue;
import javax.jms.QueueBrowser;
import javax.jms.Session;
import javax.jms.TemporaryQueue;
import javax.jms.TextMessage;
import javax.jms.Topic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * IBM's client for {@code javax.jms} does with a simulated queue manager what that for Jakarta
 * does.
 */
class ClassicClientIT {

  private static final String QUEUE = "DEV.QUEUE.1";
  private static final int RECEIVE_MILLIS = 20_000;
  private static final EmbeddedQueueManager MQ = EmbeddedQueueManager.start();

  @AfterAll
  static void close() {
    MQ.close();
  }

  @AfterEach
  void clear() {
    MQ.clear(QUEUE);
  }

  private static MQConnectionFactory factory() {
    return MQ.connectionFactory(MQConnectionFactory.class);
  }

  private static Queue queue(JMSContext context) {
    return context.createQueue("queue:///" + QUEUE);
  }

  @Test
  void aMessageIsPutAndGotWithItsProperties() throws JMSException {
    try (Connection connection = factory().createConnection(MQ.getAppUser(), MQ.getAppPassword());
        Session session = connection.createSession()) {
      connection.start();
      Queue queue = session.createQueue(QUEUE);
      TextMessage message = session.createTextMessage("größer");
      message.setStringProperty("region", "north");
      session.createProducer(queue).send(message);
      try (MessageConsumer consumer = session.createConsumer(queue, "region = 'north'")) {
        TextMessage got = (TextMessage) consumer.receive(RECEIVE_MILLIS);
        assertThat(got.getText()).isEqualTo("größer");
        assertThat(got.getJMSMessageID()).isEqualTo(message.getJMSMessageID());
      }
    }
  }

  @Test
  void aUnitOfWorkIsCommittedOrRolledBack() {
    try (JMSContext context = factory().createContext(JMSContext.SESSION_TRANSACTED)) {
      context.createProducer().send(queue(context), "rolled back");
      context.rollback();
      context.createProducer().send(queue(context), "committed");
      assertThat(MQ.messages(QUEUE)).isEmpty();
      context.commit();
      JMSConsumer consumer = context.createConsumer(queue(context));
      assertThat(consumer.receiveBody(String.class, RECEIVE_MILLIS)).isEqualTo("committed");
      context.rollback();
      assertThat(consumer.receiveBody(String.class, RECEIVE_MILLIS)).isEqualTo("committed");
      context.commit();
      assertThat(MQ.depth(QUEUE)).isZero();
    }
  }

  @Test
  void messagesAreBrowsedAndStay() throws JMSException {
    try (JMSContext context = factory().createContext()) {
      context.createProducer().send(queue(context), "one").send(queue(context), "two");
      try (QueueBrowser browser = context.createBrowser(queue(context))) {
        Enumeration<?> found = browser.getEnumeration();
        assertThat(Collections.list(found)).hasSize(2);
      }
      assertThat(MQ.messages(QUEUE)).extracting(QueuedMessage::text).containsExactly("one", "two");
    }
  }

  @Test
  void aRequestIsAnsweredOnATemporaryQueue() throws JMSException {
    try (JMSContext requester = factory().createContext();
        JMSContext responder = factory().createContext()) {
      TemporaryQueue replies = requester.createTemporaryQueue();
      TextMessage request = requester.createTextMessage("how much");
      request.setJMSReplyTo(replies);
      requester.createProducer().send(queue(requester), request);

      Message asked = responder.createConsumer(queue(responder)).receive(RECEIVE_MILLIS);
      responder
          .createProducer()
          .setJMSCorrelationID(asked.getJMSMessageID())
          .send(asked.getJMSReplyTo(), "so much");

      Message reply = requester.createConsumer(replies).receive(RECEIVE_MILLIS);
      assertThat(reply.getBody(String.class)).isEqualTo("so much");
      assertThat(reply.getJMSCorrelationID()).isEqualTo(request.getJMSMessageID());
    }
  }

  @Test
  void aPublicationReachesSubscribers() {
    try (JMSContext context = factory().createContext()) {
      Topic topic = context.createTopic("orders/new");
      JMSConsumer subscriber = context.createConsumer(topic);
      context.createProducer().send(topic, "tea");
      assertThat(subscriber.receiveBody(String.class, RECEIVE_MILLIS)).isEqualTo("tea");
    }
  }

  @Test
  void anApplicationReconnectsAfterAStop() throws JMSException {
    MQConnectionFactory reconnecting = factory();
    reconnecting.setConnectionNameList(MQ.getConnectionName());
    reconnecting.setClientReconnectOptions(WMQConstants.WMQ_CLIENT_RECONNECT);
    try (JMSContext context = reconnecting.createContext()) {
      JMSConsumer consumer = context.createConsumer(queue(context));
      MQ.stop(true);
      MQ.restart();
      context.createProducer().send(queue(context), "after the stop");
      assertThat(consumer.receiveBody(String.class, RECEIVE_MILLIS)).isEqualTo("after the stop");
    }
  }
}
