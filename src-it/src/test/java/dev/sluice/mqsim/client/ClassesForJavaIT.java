package dev.sluice.mqsim.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.mq.MQException;
import com.ibm.mq.MQQueue;
import com.ibm.mq.MQQueueManager;
import com.ibm.mq.constants.CMQC;
import java.util.Hashtable;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What JMS has no words for, by IBM's classes for Java. */
class ClassesForJavaIT {

  @RegisterExtension static final QueueManagerFixture QM = new QueueManagerFixture();

  private MQQueueManager queueManager;

  @BeforeEach
  @SuppressWarnings("JdkObsolete") // it is what the constructor takes
  void connect() throws MQException {
    Hashtable<String, Object> properties = new Hashtable<>();
    properties.put(CMQC.HOST_NAME_PROPERTY, "127.0.0.1");
    properties.put(CMQC.PORT_PROPERTY, QM.cluster().port("QM1"));
    properties.put(CMQC.CHANNEL_PROPERTY, "APP.SVRCONN");
    queueManager = new MQQueueManager("QM1", properties);
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

  private MQQueue open(int options) throws MQException {
    return queueManager.accessQueue(QM.queueName(), options | CMQC.MQOO_INQUIRE);
  }

  private static void assertRefused(ThrowingCallable call, int reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            MQException.class, e -> assertThat(e.getReason()).isEqualTo(reason));
  }
}
