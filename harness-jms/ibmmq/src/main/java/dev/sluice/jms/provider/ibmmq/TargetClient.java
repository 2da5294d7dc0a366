package dev.sluice.jms.provider.ibmmq;

import com.ibm.msg.client.jakarta.wmq.WMQConstants;

/** The kind of program that reads the messages. */
public enum TargetClient {
  /** JMS programs: messages carry an MQRFH2 header with JMS fields and properties. */
  JMS(WMQConstants.WMQ_TARGET_DEST_JMS, "jms"),
  /** Other MQ programs: no MQRFH2 header, which is also less work. */
  MQ(WMQConstants.WMQ_TARGET_DEST_MQ, "mq");

  private final int code;
  private final String label;

  TargetClient(int code, String label) {
    this.code = code;
    this.label = label;
  }

  int code() {
    return code;
  }

  /** Its name in options. */
  @Override
  public String toString() {
    return label;
  }
}
