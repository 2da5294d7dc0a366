package dev.sluice.jms.provider.ibmmq;

import com.ibm.msg.client.jakarta.wmq.WMQConstants;

/** The client's own reaction when a connection is lost that was up. */
public enum ReconnectOption {
  /** As the channel definition says. */
  AS_DEF(WMQConstants.WMQ_CLIENT_RECONNECT_AS_DEF, "as-def"),
  /** Connects to any queue manager the settings allow. */
  ANY(WMQConstants.WMQ_CLIENT_RECONNECT, "any"),
  /** Connects to the same queue manager only. */
  QMGR(WMQConstants.WMQ_CLIENT_RECONNECT_Q_MGR, "qmgr"),
  /** Nothing: the failure is the application's. */
  DISABLED(WMQConstants.WMQ_CLIENT_RECONNECT_DISABLED, "disabled");

  private final int code;
  private final String label;

  ReconnectOption(int code, String label) {
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
