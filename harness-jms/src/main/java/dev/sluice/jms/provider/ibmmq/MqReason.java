package dev.sluice.jms.provider.ibmmq;

import com.ibm.mq.constants.CMQC;
import java.util.Arrays;
import java.util.Optional;

/** Reason codes of IBM MQ that users of a harness meet, in plain words. */
enum MqReason {
  MQRC_BACKED_OUT(
      CMQC.MQRC_BACKED_OUT, Kind.CALL, "the queue manager rolled the transaction back", ""),
  MQRC_CONNECTION_BROKEN(
      CMQC.MQRC_CONNECTION_BROKEN,
      Kind.CONNECTION,
      "the connection broke",
      "See the queue manager's error log; at start-up also check that this is a port of a queue"
          + " manager."),
  MQRC_GET_INHIBITED(
      CMQC.MQRC_GET_INHIBITED, Kind.CALL, "the queue does not allow gets", "Set GET(ENABLED)."),
  MQRC_HCONN_ERROR(
      CMQC.MQRC_HCONN_ERROR, Kind.CONNECTION, "the connection is not valid any more", ""),
  MQRC_HOBJ_ERROR(CMQC.MQRC_HOBJ_ERROR, Kind.CONNECTION, "the queue is not open any more", ""),
  MQRC_SYNCPOINT_LIMIT_REACHED(
      CMQC.MQRC_SYNCPOINT_LIMIT_REACHED,
      Kind.CALL,
      "too many messages in one transaction",
      "Commit more often, or raise MAXUMSGS of the queue manager."),
  MQRC_MSG_TOO_BIG_FOR_Q(
      CMQC.MQRC_MSG_TOO_BIG_FOR_Q,
      Kind.CALL,
      "the message is larger than the queue allows",
      "Send smaller messages, or raise MAXMSGL of the queue."),
  MQRC_MSG_TOO_BIG_FOR_Q_MGR(
      CMQC.MQRC_MSG_TOO_BIG_FOR_Q_MGR,
      Kind.CALL,
      "the message is larger than the queue manager allows",
      "Send smaller messages, or raise MAXMSGL of the queue manager and the channel."),
  MQRC_NO_MSG_AVAILABLE(CMQC.MQRC_NO_MSG_AVAILABLE, Kind.CALL, "no message available", ""),
  MQRC_NOT_AUTHORIZED(
      CMQC.MQRC_NOT_AUTHORIZED,
      Kind.SETTING,
      "the queue manager rejected this user",
      "Check user and password, CHLAUTH and CONNAUTH, and the user's authority; the queue manager's"
          + " error log says which."),
  MQRC_PUT_INHIBITED(
      CMQC.MQRC_PUT_INHIBITED, Kind.CALL, "the queue does not allow puts", "Set PUT(ENABLED)."),
  MQRC_Q_FULL(
      CMQC.MQRC_Q_FULL, Kind.CALL, "the queue is full", "Read it faster, or raise its MAXDEPTH."),
  MQRC_Q_SPACE_NOT_AVAILABLE(
      CMQC.MQRC_Q_SPACE_NOT_AVAILABLE,
      Kind.CALL,
      "no space left for the queue",
      "Read it faster, or give the queue manager's file system more space."),
  MQRC_Q_MGR_NAME_ERROR(
      CMQC.MQRC_Q_MGR_NAME_ERROR,
      Kind.SETTING,
      "the queue manager that answered has another name, or there is none with this name",
      "Use the right name, or none to accept any."),
  MQRC_Q_MGR_NOT_AVAILABLE(
      CMQC.MQRC_Q_MGR_NOT_AVAILABLE,
      Kind.CONNECTION,
      "the queue manager is not available",
      "Check that it and its listener run, and that the channel has instances left."),
  MQRC_SECURITY_ERROR(
      CMQC.MQRC_SECURITY_ERROR,
      Kind.SETTING,
      "the queue manager could not authenticate the connection",
      "Its error log says why."),
  MQRC_UNKNOWN_OBJECT_NAME(
      CMQC.MQRC_UNKNOWN_OBJECT_NAME,
      Kind.OBJECT,
      "the queue manager has no such queue",
      "Check the queue's name; names are case-sensitive."),
  MQRC_Q_MGR_QUIESCING(
      CMQC.MQRC_Q_MGR_QUIESCING, Kind.CONNECTION, "the queue manager is being ended", ""),
  MQRC_Q_MGR_STOPPING(
      CMQC.MQRC_Q_MGR_STOPPING, Kind.CONNECTION, "the queue manager is stopping", ""),
  MQRC_STORAGE_MEDIUM_FULL(
      CMQC.MQRC_STORAGE_MEDIUM_FULL,
      Kind.CALL,
      "the queue manager's disk is full",
      "Read the queues faster, or give it more space."),
  MQRC_UNEXPECTED_ERROR(
      CMQC.MQRC_UNEXPECTED_ERROR,
      Kind.CONNECTION,
      "an unexpected error",
      "See the queue manager's error log."),
  MQRC_CONNECTION_QUIESCING(
      CMQC.MQRC_CONNECTION_QUIESCING, Kind.CONNECTION, "the connection is being ended", ""),
  MQRC_CONNECTION_STOPPING(
      CMQC.MQRC_CONNECTION_STOPPING, Kind.CONNECTION, "the connection is stopping", ""),
  MQRC_Q_MGR_NOT_ACTIVE(
      CMQC.MQRC_Q_MGR_NOT_ACTIVE, Kind.CONNECTION, "the queue manager is not running", "Start it."),
  MQRC_CLIENT_CONN_ERROR(
      CMQC.MQRC_CLIENT_CONN_ERROR,
      Kind.SETTING,
      "the client found no channel to use",
      "Check that the CCDT can be read, has no unknown keys, and has an entry for this queue"
          + " manager or group."),
  MQRC_CHANNEL_STOPPED_BY_USER(
      CMQC.MQRC_CHANNEL_STOPPED_BY_USER,
      Kind.CONNECTION,
      "the channel was stopped",
      "Start the channel."),
  MQRC_SSL_INITIALIZATION_ERROR(
      CMQC.MQRC_SSL_INITIALIZATION_ERROR,
      Kind.SETTING,
      "TLS could not be set up",
      "Check the cipher, and the stores named by javax.net.ssl.keyStore and trustStore."),
  MQRC_JSSE_ERROR(
      CMQC.MQRC_JSSE_ERROR,
      Kind.SETTING,
      "the TLS handshake failed",
      "Check that the channel uses this cipher, and that both sides trust each other's"
          + " certificates."),
  MQRC_SSL_PEER_NAME_MISMATCH(
      CMQC.MQRC_SSL_PEER_NAME_MISMATCH,
      Kind.SETTING,
      "the certificate is not of the expected peer",
      "Compare SSLPEER with the certificate's subject."),
  MQRC_UNSUPPORTED_CIPHER_SUITE(
      CMQC.MQRC_UNSUPPORTED_CIPHER_SUITE,
      Kind.SETTING,
      "this Java runtime does not support the cipher",
      "Use another one, such as ANY_TLS12_OR_HIGHER."),
  MQRC_SELECTOR_SYNTAX_ERROR(
      CMQC.MQRC_SELECTOR_SYNTAX_ERROR,
      Kind.OBJECT,
      "the selector is invalid",
      "Write it as color = 'red' AND size > 3."),
  MQRC_MODULE_NOT_FOUND(
      CMQC.MQRC_MODULE_NOT_FOUND,
      Kind.SETTING,
      "the native library of IBM MQ is not found",
      "Bindings need IBM MQ on this host and -Djava.library.path pointing to its java/lib64."),
  MQRC_SELECTION_STRING_ERROR(
      CMQC.MQRC_SELECTION_STRING_ERROR,
      Kind.OBJECT,
      "the selector is invalid",
      "Write it as color = 'red' AND size > 3."),
  MQRC_CHANNEL_NOT_AVAILABLE(
      CMQC.MQRC_CHANNEL_NOT_AVAILABLE,
      Kind.CONNECTION,
      "the channel is stopped or has no instances left",
      "Start it, or raise MAXINST and MAXINSTC; every connection and every session counts."),
  MQRC_HOST_NOT_AVAILABLE(
      CMQC.MQRC_HOST_NOT_AVAILABLE,
      Kind.CONNECTION,
      "no queue manager answered",
      "Check host and port, and that the queue manager's listener runs."),
  MQRC_CHANNEL_CONFIG_ERROR(
      CMQC.MQRC_CHANNEL_CONFIG_ERROR,
      Kind.SETTING,
      "the two ends of the channel do not match",
      "Compare the channel's settings with these; the queue manager's error log says which."),
  MQRC_UNKNOWN_CHANNEL_NAME(
      CMQC.MQRC_UNKNOWN_CHANNEL_NAME,
      Kind.SETTING,
      "the queue manager has no such channel",
      "Check the channel's name; names are case-sensitive."),
  MQRC_STANDBY_Q_MGR(
      CMQC.MQRC_STANDBY_Q_MGR,
      Kind.CONNECTION,
      "this is a standby instance",
      "Name the active instance too."),
  MQRC_RECONNECTED(CMQC.MQRC_RECONNECTED, Kind.CALL, "the client reconnected during the call", ""),
  MQRC_RECONNECT_QMID_MISMATCH(
      CMQC.MQRC_RECONNECT_QMID_MISMATCH,
      Kind.CONNECTION,
      "the client reconnected to another queue manager than before",
      "Use reconnect any to allow this."),
  MQRC_RECONNECT_INCOMPATIBLE(
      CMQC.MQRC_RECONNECT_INCOMPATIBLE,
      Kind.CONNECTION,
      "an option in use does not allow reconnecting",
      "In a uniform cluster use queues with DEFBIND(NOTFIXED), and no authentication tokens."),
  MQRC_RECONNECT_FAILED(
      CMQC.MQRC_RECONNECT_FAILED, Kind.CONNECTION, "the client could not reconnect", ""),
  MQRC_CALL_INTERRUPTED(
      CMQC.MQRC_CALL_INTERRUPTED,
      Kind.CALL,
      "the client reconnected during a put or commit: its outcome is unknown",
      ""),
  MQRC_RECONNECT_Q_MGR_REQD(
      CMQC.MQRC_RECONNECT_Q_MGR_REQD,
      Kind.CONNECTION,
      "an option in use needs reconnecting to the same queue manager",
      "Use reconnect qmgr."),
  MQRC_RECONNECT_TIMED_OUT(
      CMQC.MQRC_RECONNECT_TIMED_OUT,
      Kind.CONNECTION,
      "the client could not reconnect within its time-out",
      "Raise the reconnect time-out if the queue manager takes longer to come back.");

  /** The subject of a reason. */
  enum Kind {
    /** A single call; the connection is good. */
    CALL,
    /** The connection or the queue manager, for now. */
    CONNECTION,
    /** A setting of the connection: the next attempt fails alike. */
    SETTING,
    /** A setting that names a queue or what is wanted of it: the next attempt fails alike. */
    OBJECT
  }

  private final int code;
  private final Kind kind;
  private final String meaning;
  private final String remedy;

  MqReason(int code, Kind kind, String meaning, String remedy) {
    this.code = code;
    this.kind = kind;
    this.meaning = meaning;
    this.remedy = remedy;
  }

  static Optional<MqReason> of(int code) {
    return Arrays.stream(values()).filter(reason -> reason.code == code).findFirst();
  }

  int code() {
    return code;
  }

  Kind kind() {
    return kind;
  }

  String meaning() {
    return meaning;
  }

  /** The remedy, or empty. */
  String remedy() {
    return remedy;
  }
}
