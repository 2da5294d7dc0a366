package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.mq.MQDestination;
import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQPutMessageOptions;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.MQTopic;
import com.ibm.mq.constants.CMQC;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** MQSUB, MQSUBRQ and retained publications. */
class SubscriptionsIT {

  @RegisterExtension static final QueueManagerFixture QM = new QueueManagerFixture();

  private static final int NEW = CMQC.MQSO_CREATE | CMQC.MQSO_MANAGED;
  private static final int DURABLE = NEW | CMQC.MQSO_DURABLE | CMQC.MQSO_RESUME;

  private MQQueueManager queueManager;
  private String topic;

  @BeforeEach
  void connect() throws MQException {
    queueManager = ClassesForJavaIT.connect(QM);
    topic = QM.queueName().replace('.', '/');
  }

  @AfterEach
  void disconnect() throws MQException {
    queueManager.disconnect();
  }

  private void publish(String to, String text, int options) throws MQException, IOException {
    MQTopic open =
        queueManager.accessTopic(to, null, CMQC.MQTOPIC_OPEN_AS_PUBLICATION, CMQC.MQOO_OUTPUT);
    MQPutMessageOptions how = new MQPutMessageOptions();
    how.options = options;
    MQMessage message = new MQMessage();
    message.writeString(text);
    open.put(message, how);
    open.close();
  }

  private MQTopic subscribe(String to, int options, String name) throws MQException {
    return queueManager.accessTopic(to, null, options, null, name);
  }

  private static List<String> drain(MQDestination from) throws MQException, IOException {
    List<String> texts = new ArrayList<>();
    try {
      while (true) {
        MQMessage message = new MQMessage();
        from.get(message, new MQGetMessageOptions());
        texts.add(message.readStringOfByteLength(message.getMessageLength()));
      }
    } catch (MQException e) {
      assertThat(e.getReason()).isEqualTo(CMQC.MQRC_NO_MSG_AVAILABLE);
    }
    return texts;
  }

  private static void assertRefused(ThrowingCallable call, int reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MQException.class, e -> assertThat(e.getReason()).isEqualTo(reason));
  }

  @Test
  void theLastRetainedPublicationOfEachTopicIsSentToNewSubscribers() throws Exception {
    publish(topic + "/a", "old", CMQC.MQPMO_RETAIN);
    publish(topic + "/a", "last", CMQC.MQPMO_RETAIN);
    publish(topic + "/a", "passing", 0);
    publish(topic + "/b", "other", CMQC.MQPMO_RETAIN);
    assertThat(drain(subscribe(topic + "/a", NEW, null))).containsExactly("last");
    assertThat(drain(subscribe(topic + "/#", NEW, null))).containsExactly("last", "other");
    assertThat(drain(subscribe(topic + "/#", NEW | CMQC.MQSO_NEW_PUBLICATIONS_ONLY, null)))
        .isEmpty();
  }

  @Test
  void retainedPublicationsAreSentOnRequest() throws Exception {
    MQTopic subscriber = subscribe(topic, NEW | CMQC.MQSO_PUBLICATIONS_ON_REQUEST, null);
    assertRefused(
        () -> subscriber.getSubscriptionReference().requestPublicationUpdate(0),
        CMQC.MQRC_NO_RETAINED_MSG);
    publish(topic, "kept", CMQC.MQPMO_RETAIN);
    drain(subscriber);
    assertThat(subscriber.getSubscriptionReference().requestPublicationUpdate(0)).isEqualTo(1);
    assertThat(drain(subscriber)).containsExactly("kept");
  }

  @Test
  void retainedPublicationsByJmsComeWithTheTransaction() throws Exception {
    Session session = QM.transactedSession();
    MessageProducer producer = session.createProducer(session.createTopic(topic));
    for (String text : new String[] {"rolled back", "committed"}) {
      TextMessage message = session.createTextMessage(text);
      message.setIntProperty("JMS_IBM_Retain", 1);
      message.setStringProperty("colour", "red");
      producer.send(message);
      if (text.equals("committed")) {
        session.commit();
      } else {
        session.rollback();
      }
    }
    Message received = received("colour = 'red'");
    assertThat(received.getBody(String.class)).isEqualTo("committed");
    assertThat(received.getStringProperty("colour")).isEqualTo("red");
    assertThat(received.getIntProperty("JMS_IBM_Retain")).isEqualTo(1);
    assertThat(received("colour = 'blue'")).isNull();
  }

  private Message received(String selector) throws JMSException {
    Session session = QM.session();
    try (MessageConsumer consumer = session.createConsumer(session.createTopic(topic), selector)) {
      return consumer.receiveNoWait();
    }
  }

  @Test
  void aSubscriberThatWasThereIsSentAPublicationThatIsNew() throws Exception {
    Session session = QM.session();
    MessageConsumer consumer = session.createConsumer(session.createTopic(topic));
    TextMessage message = session.createTextMessage("new");
    message.setIntProperty("JMS_IBM_Retain", 1);
    session.createProducer(session.createTopic(topic)).send(message);
    assertThat(consumer.receive(MqClient.RECEIVE_MILLIS).propertyExists("JMS_IBM_Retain"))
        .isFalse();
  }

  @Test
  void aDurableSubscriptionKeepsItsPublicationsUntilItIsRemoved() throws Exception {
    MQTopic durable = subscribe(topic, DURABLE, "SUB");
    publish(topic, "1", 0);
    durable.close();
    publish(topic, "2", 0);
    MQTopic resumed = subscribe(topic, CMQC.MQSO_RESUME | CMQC.MQSO_MANAGED, "SUB");
    assertThat(drain(resumed)).containsExactly("1", "2");
    assertRefused(() -> subscribe(topic, NEW | CMQC.MQSO_DURABLE, "SUB"), 2432);
    resumed.getSubscriptionReference().setCloseOptions(CMQC.MQCO_REMOVE_SUB);
    resumed.close();
    assertRefused(
        () -> subscribe(topic, CMQC.MQSO_RESUME | CMQC.MQSO_MANAGED, "SUB"),
        CMQC.MQRC_NO_SUBSCRIPTION);
  }

  @Test
  void publicationsGoToTheQueueThatIsNamed() throws Exception {
    MQQueue queue = queueManager.accessQueue(QM.queueName(), CMQC.MQOO_INPUT_SHARED);
    MQTopic subscriber =
        queueManager.accessTopic(queue, topic, null, CMQC.MQSO_CREATE, null, null, null);
    publish(topic, "here", 0);
    subscriber.close(); // and so is its queue
    publish(topic, "nobody's", 0);
    assertThat(drain(queueManager.accessQueue(QM.queueName(), CMQC.MQOO_INPUT_SHARED)))
        .containsExactly("here");
  }

  @Test
  void wildcardsMayBeForCharacters() throws Exception {
    MQTopic subscriber = subscribe(topic + "*e?d", NEW | CMQC.MQSO_WILDCARD_CHAR, null);
    publish(topic + "/x/end", "1", 0);
    publish(topic + "/x/ended", "2", 0);
    publish(topic + "e d", "3", 0);
    assertThat(drain(subscriber)).containsExactly("1", "3");
  }

  @Test
  void subscriptionsWithoutSenseAreRefused() {
    assertRefused(() -> subscribe(topic, CMQC.MQSO_MANAGED, null), CMQC.MQRC_OPTIONS_ERROR);
    assertRefused(() -> subscribe(topic, DURABLE, null), CMQC.MQRC_SUB_NAME_ERROR);
  }
}
