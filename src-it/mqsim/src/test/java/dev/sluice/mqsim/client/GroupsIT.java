package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQPutMessageOptions;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Gets that choose messages by their group. */
class GroupsIT {

  @RegisterExtension static final QueueManagerFixture QM = new QueueManagerFixture();

  private MQQueueManager queueManager;
  private MQQueue queue;

  @BeforeEach
  void open() throws MQException {
    queueManager = ClassesForJavaIT.connect(QM);
    int options = CMQC.MQOO_INPUT_SHARED | CMQC.MQOO_OUTPUT | CMQC.MQOO_BROWSE;
    queue = queueManager.accessQueue(QM.queueName(), options);
  }

  @AfterEach
  void close() throws MQException {
    queueManager.disconnect();
  }

  /** Puts a message; number 0: in no group. */
  private void put(String text, int group, int number, boolean last)
      throws MQException, IOException {
    MQMessage message = new MQMessage();
    message.format = CMQC.MQFMT_STRING;
    message.writeString(text);
    if (number > 0) {
      message.messageFlags = last ? CMQC.MQMF_LAST_MSG_IN_GROUP : CMQC.MQMF_MSG_IN_GROUP;
      message.groupId = id(group);
      message.messageSequenceNumber = number;
    }
    queue.put(message, new MQPutMessageOptions());
  }

  private static byte[] id(int group) {
    byte[] id = new byte[24];
    id[0] = (byte) group;
    return id;
  }

  private String get(int options, int match, int group, int number)
      throws MQException, IOException {
    MQGetMessageOptions how = new MQGetMessageOptions();
    how.options = options;
    how.matchOptions = match;
    MQMessage message = new MQMessage();
    message.groupId = id(group);
    message.messageSequenceNumber = number;
    queue.get(message, how);
    return message.readStringOfByteLength(message.getMessageLength());
  }

  private int reasonOfGetting(int options, int match, int group, int number) {
    Throwable thrown = catchThrowable(() -> get(options, match, group, number));
    assertThat(thrown).isInstanceOf(MQException.class);
    return ((MQException) thrown).getReason();
  }

  @Test
  void aGetFindsTheMessageOfTheGroupAndNumberThatItNames() throws Exception {
    put("none", 0, 0, false);
    put("a1", 1, 1, false);
    put("b1", 2, 1, false);
    put("a2", 1, 2, true);
    put("b2", 2, 2, true);
    int group = CMQC.MQMO_MATCH_GROUP_ID;
    int number = CMQC.MQMO_MATCH_MSG_SEQ_NUMBER;
    assertThat(reasonOfGetting(0, group, 3, 0)).isEqualTo(CMQC.MQRC_NO_MSG_AVAILABLE);
    assertThat(reasonOfGetting(0, group | number, 2, 3)).isEqualTo(CMQC.MQRC_NO_MSG_AVAILABLE);
    assertThat(get(0, group | number, 2, 2)).isEqualTo("b2");
    assertThat(get(0, number, 0, 2)).isEqualTo("a2");
    assertThat(get(0, group, 2, 0)).isEqualTo("b1");
    assertThat(get(0, group, 1, 0)).isEqualTo("a1");
    assertThat(get(0, 0, 0, 0)).isEqualTo("none");
  }

  @Test
  void aGroupIsAvailableWhenAllOfItIs() throws Exception {
    int whole = CMQC.MQGMO_ALL_MSGS_AVAILABLE;
    put("a2", 1, 2, true);
    assertThat(reasonOfGetting(whole, 0, 0, 0)).isEqualTo(CMQC.MQRC_NO_MSG_AVAILABLE);
    put("none", 0, 0, false);
    assertThat(get(whole, 0, 0, 0)).isEqualTo("none");
    put("a1", 1, 1, false);
    assertThat(get(whole, CMQC.MQMO_MATCH_MSG_SEQ_NUMBER, 0, 1)).isEqualTo("a1");
    assertThat(reasonOfGetting(whole, 0, 0, 0)).isEqualTo(CMQC.MQRC_NO_MSG_AVAILABLE);
    assertThat(get(0, 0, 0, 0)).isEqualTo("a2");
  }

  @Test
  void groupsComeInLogicalOrderWhateverTheOrderOfTheirMessages() throws Exception {
    put("b2", 2, 2, false);
    put("a3", 1, 3, true);
    put("a1", 1, 1, false);
    put("b1", 2, 1, false);
    put("none", 0, 0, false);
    put("a2", 1, 2, false);
    int logical = CMQC.MQGMO_LOGICAL_ORDER | CMQC.MQGMO_ALL_MSGS_AVAILABLE;
    List<String> got = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      got.add(get(logical, 0, 0, 0));
    }
    assertThat(got).containsExactly("a1", "a2", "a3", "none");
    assertThat(reasonOfGetting(logical, 0, 0, 0)).isEqualTo(CMQC.MQRC_NO_MSG_AVAILABLE);
    put("b3", 2, 3, true);
    for (int i = 0; i < 3; i++) {
      got.add(get(logical, 0, 0, 0));
    }
    assertThat(got).endsWith("b1", "b2", "b3");
  }

  @Test
  void whoGetsAGroupIsToldItsEnd() throws Exception {
    put("a1", 1, 1, false);
    put("a2", 1, 2, true);
    MQGetMessageOptions how = new MQGetMessageOptions();
    MQMessage message = new MQMessage();
    queue.get(message, how);
    assertThat(how.groupStatus).isEqualTo(CMQC.MQGS_MSG_IN_GROUP);
    assertThat(message.messageFlags).isEqualTo(CMQC.MQMF_MSG_IN_GROUP);
    MQMessage last = new MQMessage();
    queue.get(last, how);
    assertThat(how.groupStatus).isEqualTo(CMQC.MQGS_LAST_MSG_IN_GROUP);
    assertThat(last.messageFlags).isEqualTo(CMQC.MQMF_MSG_IN_GROUP | CMQC.MQMF_LAST_MSG_IN_GROUP);
  }

  /** As the other consumers of a group do. */
  @ParameterizedTest
  @ValueSource(strings = {"JMSXGroupID = 'G1' AND JMSXGroupSeq = 2", "JMSXGroupSeq = 2"})
  void aSelectorSeesGroupAndNumber(String selector) throws Exception {
    Session session = QM.session();
    Queue destination = session.createQueue(QM.queueName());
    MessageProducer producer = session.createProducer(destination);
    for (int number = 1; number <= 3; number++) {
      TextMessage message = session.createTextMessage("m" + number);
      message.setStringProperty("JMSXGroupID", "G1");
      message.setIntProperty("JMSXGroupSeq", number);
      producer.send(message);
    }
    try (MessageConsumer consumer = session.createConsumer(destination, selector)) {
      TextMessage found = (TextMessage) consumer.receive(MqClient.RECEIVE_MILLIS);
      assertThat(found.getText()).isEqualTo("m2");
      assertThat(consumer.receiveNoWait()).isNull();
    }
    try (MessageConsumer rest = session.createConsumer(destination)) {
      assertThat(((TextMessage) rest.receive(MqClient.RECEIVE_MILLIS)).getText()).isEqualTo("m1");
      assertThat(((TextMessage) rest.receive(MqClient.RECEIVE_MILLIS)).getText()).isEqualTo("m3");
    }
  }
}
