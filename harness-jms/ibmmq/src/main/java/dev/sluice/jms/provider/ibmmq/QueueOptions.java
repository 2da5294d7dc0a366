package dev.sluice.jms.provider.ibmmq;

import com.ibm.msg.client.jakarta.jms.JmsDestination;
import com.ibm.msg.client.jakarta.wmq.WMQConstants;
import jakarta.jms.JMSException;

/**
 * How queues are used.
 *
 * @param asyncPut puts return before the queue manager has answered
 * @param readAhead messages are sent ahead of receives
 * @param targetClient who reads what is sent
 */
public record QueueOptions(boolean asyncPut, boolean readAhead, TargetClient targetClient) {

  /** The kind of program that reads the messages. */
  public enum TargetClient {
    /** JMS programs: messages carry an MQRFH2 header with JMS fields and properties. */
    JMS(WMQConstants.WMQ_TARGET_DEST_JMS),
    /** Other MQ programs: no MQRFH2 header, which is also less work. */
    MQ(WMQConstants.WMQ_TARGET_DEST_MQ);

    private final int code;

    TargetClient(int code) {
      this.code = code;
    }
  }

  /** As the queue definitions say, for JMS programs. */
  public static final QueueOptions DEFAULT = new QueueOptions(false, false, TargetClient.JMS);

  void applyTo(JmsDestination queue) throws JMSException {
    if (asyncPut) {
      queue.setIntProperty(
          WMQConstants.WMQ_PUT_ASYNC_ALLOWED, WMQConstants.WMQ_PUT_ASYNC_ALLOWED_ENABLED);
    }
    if (readAhead) {
      queue.setIntProperty(
          WMQConstants.WMQ_READ_AHEAD_ALLOWED, WMQConstants.WMQ_READ_AHEAD_ALLOWED_ENABLED);
    }
    queue.setIntProperty(WMQConstants.WMQ_TARGET_CLIENT, targetClient.code);
  }

  String describe() {
    return (asyncPut ? ", asynchronous put" : "")
        + (readAhead ? ", read ahead" : "")
        + (targetClient == TargetClient.MQ ? ", messages without MQRFH2" : "");
  }
}
