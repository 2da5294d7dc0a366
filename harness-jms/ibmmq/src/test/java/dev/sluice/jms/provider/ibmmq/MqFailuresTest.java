package dev.sluice.jms.provider.ibmmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.ibm.mq.MQException;
import com.ibm.mq.constants.CMQC;
import dev.sluice.jms.provider.Failure;
import dev.sluice.jms.provider.Interruption;
import jakarta.jms.JMSException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MqFailuresTest {

  private final MqFailures failures = new MqFailures(" (host(1414), channel APP)");

  @Test
  void aConnectionFailureSaysWhereTo() {
    Failure failure = explain(CMQC.MQRC_HOST_NOT_AVAILABLE, "JMSWMQ0018: Failed to connect");

    assertThat(failure.cause())
        .isEqualTo(
            "2538 MQRC_HOST_NOT_AVAILABLE: no queue manager answered (host(1414), channel APP)");
    assertThat(failure.remedy()).contains("listener");
    assertThat(failure.configuration()).isFalse();
    assertThat(failure.connectionBroken()).isTrue();
  }

  @Test
  void aWrongSettingIsConfiguration() {
    assertThat(explain(CMQC.MQRC_NOT_AUTHORIZED, "x").configuration()).isTrue();
    assertThat(explain(CMQC.MQRC_UNKNOWN_CHANNEL_NAME, "x").configuration()).isTrue();
    assertThat(explain(CMQC.MQRC_CLIENT_CONN_ERROR, "x").configuration()).isTrue();
  }

  @Test
  void aFullQueueLeavesTheConnectionGood() {
    Failure failure = explain(CMQC.MQRC_Q_FULL, "x");

    assertThat(failure.cause()).isEqualTo("2053 MQRC_Q_FULL: the queue is full");
    assertThat(failure.connectionBroken()).isFalse();
  }

  @Test
  void anUnknownQueueIsNamed() {
    Failure failure =
        explain(CMQC.MQRC_UNKNOWN_OBJECT_NAME, "JMSWMQ2008: Failed to open MQ queue 'NONE'.");

    assertThat(failure.line())
        .startsWith("2085 MQRC_UNKNOWN_OBJECT_NAME")
        .contains("Failed to open MQ queue 'NONE'. Check the queue's name");
    assertThat(failure.configuration()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        CMQC.MQRC_RECONNECT_FAILED,
        CMQC.MQRC_RECONNECT_TIMED_OUT,
        CMQC.MQRC_RECONNECT_QMID_MISMATCH,
        CMQC.MQRC_RECONNECT_INCOMPATIBLE,
        CMQC.MQRC_RECONNECT_Q_MGR_REQD
      })
  void whenTheClientHasDroppedTheWorkerReconnects(int reason) {
    Failure failure = explain(reason, "x");

    assertThat(failure.connectionBroken()).isTrue();
    assertThat(failure.configuration()).isFalse();
    assertThat(MqFailures.interruption(failed(reason))).isEqualTo(Interruption.NONE);
  }

  @Test
  void knowsWhatReconnectingDoesToCallsUnderWay() {
    assertThat(MqFailures.interruption(failed(CMQC.MQRC_CALL_INTERRUPTED)))
        .isEqualTo(Interruption.RECONNECTED);
    assertThat(MqFailures.interruption(failed(CMQC.MQRC_BACKED_OUT)))
        .isEqualTo(Interruption.ROLLED_BACK);
    assertThat(MqFailures.interruption(failed(CMQC.MQRC_Q_FULL))).isEqualTo(Interruption.NONE);
    assertThat(MqFailures.interruption(new JMSException("x"))).isEqualTo(Interruption.NONE);
  }

  @Test
  void looksInsideWrappers() {
    JMSException failure = new JMSException("JMSWMQ2008: Failed to open MQ queue 'NONE'.");
    failure.setLinkedException(
        new MQException(CMQC.MQCC_FAILED, CMQC.MQRC_UNKNOWN_OBJECT_NAME, this));

    assertThat(failures.explain(new Exception("a worker could not start", failure)))
        .isEqualTo(failures.explain(failure))
        .isPresent();
  }

  @Test
  void aReasonWithoutAnExplanationKeepsItsName() {
    Failure failure = explain(CMQC.MQRC_ALIAS_BASE_Q_TYPE_ERROR, "JMSWMQ2008: no");

    assertThat(failure.cause()).isEqualTo("2001 MQRC_ALIAS_BASE_Q_TYPE_ERROR: JMSWMQ2008: no");
    assertThat(failure.connectionBroken()).isTrue();
  }

  @Test
  void readsTheReasonOutOfTheText() {
    JMSException failure = new JMSException("JMSFMQ6312: An exception occurred");
    failure.initCause(new Exception("CC=2;RC=2495;AMQ8598: Failed to load the native library"));

    assertThat(failures.explain(failure).orElseThrow().cause())
        .startsWith("2495 MQRC_MODULE_NOT_FOUND");
  }

  @Test
  void leavesOtherFailuresToOthers() {
    assertThat(failures.explain(new JMSException("JMSCC0005: not allowed"))).isEmpty();
  }

  private Failure explain(int reason, String message) {
    return failures.explain(failed(reason, message)).orElseThrow();
  }

  private JMSException failed(int reason) {
    return failed(reason, "x");
  }

  private JMSException failed(int reason, String message) {
    JMSException failure = new JMSException(message);
    failure.setLinkedException(new MQException(CMQC.MQCC_FAILED, reason, this));
    return failure;
  }
}
