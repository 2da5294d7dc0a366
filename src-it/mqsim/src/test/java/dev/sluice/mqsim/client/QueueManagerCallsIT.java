package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.mq.MQException;
import com.ibm.mq.MQGetMessageOptions;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQPutMessageOptions;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of calls: done as by a real queue manager, or refused with a reason of one. */
class QueueManagerCallsIT {

  @RegisterExtension static final QueueManagerFixture QM = new QueueManagerFixture();

  private static final int ALL =
      CMQC.MQOO_INPUT_SHARED | CMQC.MQOO_OUTPUT | CMQC.MQOO_BROWSE | CMQC.MQOO_SET_ALL_CONTEXT;

  private MQQueueManager queueManager;
  private MQQueue queue;

  @BeforeEach
  void open() throws MQException {
    queueManager = ClassesForJavaIT.connect(QM);
    queue = queueManager.accessQueue(QM.queueName(), ALL);
  }

  @AfterEach
  void close() throws MQException {
    queueManager.disconnect();
  }

  private static MQMessage text(String text) throws IOException {
    MQMessage message = new MQMessage();
    message.format = CMQC.MQFMT_STRING;
    message.characterSet = 1208;
    message.writeString(text);
    return message;
  }

  private void put(MQMessage message, int options) throws MQException {
    MQPutMessageOptions how = new MQPutMessageOptions();
    how.options = options;
    queue.put(message, how);
  }

  private MQMessage get(int options) throws MQException {
    MQGetMessageOptions how = new MQGetMessageOptions();
    how.options = options;
    MQMessage message = new MQMessage();
    queue.get(message, how);
    return message;
  }

  private static void assertRefused(ThrowingCallable call, int reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MQException.class, e -> assertThat(e.getReason()).isEqualTo(reason));
  }

  private static byte[] bytes(MQMessage message) throws IOException {
    message.seek(0);
    byte[] data = new byte[message.getMessageLength()];
    message.readFully(data);
    return data;
  }

  @Test
  void textIsConvertedToTheCharacterSetThatIsWanted() throws Exception {
    put(text("héllo"), 0);
    MQGetMessageOptions how = new MQGetMessageOptions();
    how.options = CMQC.MQGMO_CONVERT;
    MQMessage message = new MQMessage();
    message.characterSet = 37;
    queue.get(message, how);
    assertThat(message.characterSet).isEqualTo(37);
    assertThat(bytes(message)).isEqualTo("héllo".getBytes(Charset.forName("IBM037")));
  }

  @Test
  void whatCannotBeConvertedIsGivenAsItIsWithAWarning() throws Exception {
    MQMessage binary = text("x");
    binary.format = CMQC.MQFMT_NONE;
    put(binary, 0);
    assertWarned(37, CMQC.MQRC_FORMAT_ERROR);
    put(text("x"), 0);
    assertWarned(9_999, CMQC.MQRC_TARGET_CCSID_ERROR);
  }

  private void assertWarned(int characterSet, int reason) {
    MQGetMessageOptions how = new MQGetMessageOptions();
    how.options = CMQC.MQGMO_CONVERT;
    MQMessage message = new MQMessage();
    message.characterSet = characterSet;
    assertThatThrownBy(() -> queue.get(message, how))
        .isInstanceOfSatisfying(
            MQException.class,
            e -> {
              assertThat(e.getReason()).isEqualTo(reason);
              assertThat(e.getCompCode()).isEqualTo(CMQC.MQCC_WARNING);
            });
  }

  @Test
  void propertiesAreLeftOutOnDemand() throws Exception {
    Session session = QM.session();
    TextMessage message = session.createTextMessage("body");
    message.setStringProperty("color", "red");
    session.createProducer(session.createQueue(QM.queueName())).send(message);
    MQMessage plain = get(CMQC.MQGMO_NO_PROPERTIES);
    assertThat(plain.format).isEqualTo(CMQC.MQFMT_STRING);
    assertThat(new String(bytes(plain), StandardCharsets.UTF_8)).isEqualTo("body");
  }

  @Test
  void contextIsSetByThoseThatMay() throws Exception {
    MQMessage message = text("x");
    message.userId = "somebody";
    message.putApplicationName = "elsewhere";
    put(message, CMQC.MQPMO_SET_ALL_CONTEXT);
    MQMessage got = get(0);
    assertThat(got.userId.strip()).isEqualTo("somebody");
    assertThat(got.putApplicationName.strip()).isEqualTo("elsewhere");
    put(message, 0);
    assertThat(get(0).putApplicationName.strip()).isNotEqualTo("elsewhere");
    put(message, CMQC.MQPMO_NO_CONTEXT);
    assertThat(get(0).putApplicationName.strip()).isEmpty();
    MQQueue other = queueManager.accessQueue(QM.queueName(), CMQC.MQOO_OUTPUT);
    MQPutMessageOptions all = new MQPutMessageOptions();
    all.options = CMQC.MQPMO_SET_ALL_CONTEXT;
    assertRefused(() -> other.put(text("x"), all), CMQC.MQRC_NOT_OPEN_FOR_SET_ALL);
    all.options = CMQC.MQPMO_SET_IDENTITY_CONTEXT;
    assertRefused(() -> other.put(text("x"), all), CMQC.MQRC_NOT_OPEN_FOR_SET_IDENT);
  }

  @Test
  void contextIsPassedOnFromTheMessageThatWasGot() throws Exception {
    MQMessage message = text("x");
    message.userId = "somebody";
    put(message, CMQC.MQPMO_SET_ALL_CONTEXT);
    MQQueue input = queueManager.accessQueue(QM.queueName(), CMQC.MQOO_INPUT_SHARED);
    MQQueue output =
        queueManager.accessQueue(
            QM.queueName(), CMQC.MQOO_OUTPUT | CMQC.MQOO_PASS_IDENTITY_CONTEXT);
    MQPutMessageOptions pass = new MQPutMessageOptions();
    pass.options = CMQC.MQPMO_PASS_IDENTITY_CONTEXT;
    pass.contextReference = input;
    assertRefused(() -> output.put(text("y"), pass), CMQC.MQRC_CONTEXT_NOT_AVAILABLE);
    input.get(new MQMessage());
    output.put(text("y"), pass);
    assertThat(get(0).userId.strip()).isEqualTo("somebody");
  }

  @ParameterizedTest
  @ValueSource(ints = {CMQC.MQMF_SEGMENT, CMQC.MQMF_LAST_SEGMENT})
  void segmentsAreRefused(int flag) throws Exception {
    MQMessage message = text("x");
    message.messageFlags = flag;
    message.groupId = new byte[24];
    assertRefused(() -> put(message, 0), CMQC.MQRC_SEGMENTATION_NOT_ALLOWED);
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        CMQC.MQGMO_BROWSE_NEXT | CMQC.MQGMO_MARK_BROWSE_HANDLE,
        CMQC.MQGMO_BROWSE_NEXT | CMQC.MQGMO_MARK_BROWSE_CO_OP,
        CMQC.MQGMO_BROWSE_NEXT | CMQC.MQGMO_UNMARKED_BROWSE_MSG,
        CMQC.MQGMO_SYNCPOINT | CMQC.MQGMO_NO_SYNCPOINT
      })
  void marksAndContradictionsAreRefused(int options) throws Exception {
    put(text("x"), 0);
    assertRefused(() -> get(options), CMQC.MQRC_OPTIONS_ERROR);
    get(0);
  }

  @Test
  void oneWayOfInputIsChosen() {
    int both = CMQC.MQOO_INPUT_SHARED | CMQC.MQOO_INPUT_EXCLUSIVE;
    assertRefused(() -> queueManager.accessQueue(QM.queueName(), both), CMQC.MQRC_OPTIONS_ERROR);
  }

  @Test
  void aUnitOfWorkHasALimit() throws Exception {
    QM.cluster().mqsc("QM1", "ALTER QMGR MAXUMSGS(2)");
    try {
      put(text("1"), CMQC.MQPMO_SYNCPOINT);
      put(text("2"), CMQC.MQPMO_SYNCPOINT);
      assertRefused(() -> put(text("3"), CMQC.MQPMO_SYNCPOINT), CMQC.MQRC_SYNCPOINT_LIMIT_REACHED);
      queueManager.commit();
      get(CMQC.MQGMO_SYNCPOINT);
      put(text("3"), CMQC.MQPMO_SYNCPOINT);
      assertRefused(() -> get(CMQC.MQGMO_SYNCPOINT), CMQC.MQRC_SYNCPOINT_LIMIT_REACHED);
      queueManager.commit();
    } finally {
      QM.cluster().mqsc("QM1", "ALTER QMGR MAXUMSGS(10000)");
    }
    get(0);
    get(0);
  }

  /** As JMS says: it is another subscription. */
  @Test
  void aDurableSubscriptionWithAnotherSelectorBeginsAnew() throws Exception {
    Connection connection = QM.connect("C" + QM.queueName());
    Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
    Topic topic = session.createTopic(QM.queueName());
    session.createDurableConsumer(topic, "SUB", "color = 'red'", false).close();
    for (String color : new String[] {"red", "blue"}) {
      TextMessage message = session.createTextMessage(color);
      message.setStringProperty("color", color);
      session.createProducer(topic).send(message);
    }
    try (MessageConsumer blue =
        session.createDurableConsumer(topic, "SUB", "color = 'blue'", false)) {
      assertThat(blue.receiveNoWait()).isNull();
    }
    session.unsubscribe("SUB");
  }
}
