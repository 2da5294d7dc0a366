package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.mq.MQException;
import com.ibm.mq.MQMessage;
import com.ibm.mq.MQPutMessageOptions;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import java.util.ArrayList;
import java.util.Hashtable;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Features that JMS does not have, by IBM's classes for Java. */
class ClassesForJavaIT {

  @RegisterExtension static final QueueManagerFixture QM = new QueueManagerFixture();

  private MQQueueManager queueManager;

  @BeforeEach
  void connect() throws MQException {
    queueManager = connect(QM);
  }

  @SuppressWarnings("JdkObsolete") // it is what the constructor takes
  static MQQueueManager connect(QueueManagerFixture fixture) throws MQException {
    Hashtable<String, Object> properties = new Hashtable<>();
    properties.put(CMQC.HOST_NAME_PROPERTY, "127.0.0.1");
    properties.put(CMQC.PORT_PROPERTY, fixture.cluster().port("QM1"));
    properties.put(CMQC.CHANNEL_PROPERTY, "APP.SVRCONN");
    return new MQQueueManager("QM1", properties);
  }

  @AfterEach
  void disconnect() throws MQException {
    queueManager.disconnect();
  }

  @Test
  void thereAreTenPriorities() throws MQException {
    assertThat(queueManager.getMaximumPriority()).isEqualTo(9);
  }

  @Test
  void whatIsOpenIsCounted() throws MQException {
    MQQueue input = open(CMQC.MQOO_INPUT_SHARED);
    MQQueue output = open(CMQC.MQOO_OUTPUT);
    MQQueue asked = open(0);
    assertThat(asked.getOpenInputCount()).isEqualTo(1);
    assertThat(asked.getOpenOutputCount()).isEqualTo(1);
    input.close();
    output.close();
    assertThat(asked.getOpenInputCount()).isZero();
    assertThat(asked.getOpenOutputCount()).isZero();
  }

  @Test
  void whoHasAQueueForHimselfHasItAlone() throws MQException {
    MQQueue alone = open(CMQC.MQOO_INPUT_EXCLUSIVE);
    assertRefused(() -> open(CMQC.MQOO_INPUT_SHARED), CMQC.MQRC_OBJECT_IN_USE);
    assertRefused(() -> open(CMQC.MQOO_INPUT_EXCLUSIVE), CMQC.MQRC_OBJECT_IN_USE);
    open(CMQC.MQOO_OUTPUT).close();
    alone.close();
    MQQueue shared = open(CMQC.MQOO_INPUT_SHARED);
    assertRefused(() -> open(CMQC.MQOO_INPUT_EXCLUSIVE), CMQC.MQRC_OBJECT_IN_USE);
    shared.close();
  }

  /** The connection goes on. */
  @Test
  void attributesCannotBeSet() throws MQException {
    MQQueue queue = open(CMQC.MQOO_SET);
    assertRefused(
        () -> queue.setInhibitGet(CMQC.MQQA_GET_INHIBITED), CMQC.MQRC_FUNCTION_NOT_SUPPORTED);
    assertThat(open(0).getCurrentDepth()).isZero();
  }

  @Test
  void messagesOfAGroupAreNumbered() throws Exception {
    MQQueue queue = open(CMQC.MQOO_OUTPUT | CMQC.MQOO_INPUT_SHARED);
    List<byte[]> groups = new ArrayList<>();
    for (int group = 0; group < 2; group++) {
      for (int number = 1; number <= 3; number++) {
        MQMessage message = new MQMessage();
        message.messageFlags = number < 3 ? CMQC.MQMF_MSG_IN_GROUP : CMQC.MQMF_LAST_MSG_IN_GROUP;
        MQPutMessageOptions options = new MQPutMessageOptions();
        options.options = CMQC.MQPMO_LOGICAL_ORDER;
        queue.put(message, options);
      }
      for (int number = 1; number <= 3; number++) {
        MQMessage message = new MQMessage();
        queue.get(message);
        assertThat(message.messageSequenceNumber).isEqualTo(number);
        assertThat(message.accountingToken).startsWith(4, '1', '0', '0', '0').endsWith(6);
        assertThat(message.groupId).isEqualTo(number == 1 ? message.groupId : groups.get(group));
        if (number == 1) {
          groups.add(message.groupId);
        }
      }
    }
    assertThat(groups.get(0)).isNotEqualTo(new byte[24]).isNotEqualTo(groups.get(1));
  }

  private MQQueue open(int options) throws MQException {
    return queueManager.accessQueue(QM.queueName(), options | CMQC.MQOO_INQUIRE);
  }

  private static void assertRefused(ThrowingCallable call, int reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MQException.class, e -> assertThat(e.getReason()).isEqualTo(reason));
  }
}
