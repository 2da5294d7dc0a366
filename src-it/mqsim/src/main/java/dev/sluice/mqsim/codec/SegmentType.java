package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import java.util.function.ToIntFunction;

/** What a segment is about: the byte after the byte order in its header. */
public enum SegmentType {
  INITIAL_DATA(0x01),
  STATUS_DATA(0x05),
  SECURITY_DATA(0x06),
  USERID(0x08),
  HEARTBEAT(0x09),
  CONAUTH(0x0A),
  SOCKET_ACTION(0x0C),
  ASYNC_MESSAGE(0x0D),
  REQUEST_MSGS(0x0E),
  NOTIFICATION(0x0F),
  MQCONN(0x81),
  MQDISC(0x82),
  MQOPEN(0x83),
  MQCLOSE(0x84),
  MQGET(0x85),
  MQPUT(0x86),
  MQPUT1(0x87),
  MQSET(0x88),
  MQINQ(0x89),
  MQCMIT(0x8A),
  MQBACK(0x8B),
  SPI(0x8C),
  MQSTAT(0x8D),
  MQSUB(0x8E),
  MQSUBRQ(0x8F),
  XA_START(0xA1),
  XA_END(0xA2),
  XA_OPEN(0xA3),
  XA_CLOSE(0xA4),
  XA_PREPARE(0xA5),
  XA_COMMIT(0xA6),
  XA_ROLLBACK(0xA7),
  XA_FORGET(0xA8),
  XA_RECOVER(0xA9),
  XA_COMPLETE(0xAA);

  private static final int FIRST_CALL = 0x81;
  private static final int REPLY = 0x10;
  private static final SegmentType[] BY_CODE = table(SegmentType::code);
  private static final SegmentType[] BY_ANSWER_CODE =
      table(type -> type.isCall() ? type.replyCode() : type.code);

  private final int code;

  SegmentType(int code) {
    this.code = code;
  }

  /** The byte on the wire. */
  public int code() {
    return code;
  }

  /** The byte on the wire of the answer to a call of this type. */
  public int replyCode() {
    return code + REPLY;
  }

  /** Whether it is a call, whose body begins with a call header. */
  public boolean isCall() {
    return code >= FIRST_CALL;
  }

  /**
   * The type with this code.
   *
   * @param answer whether a queue manager sent it: the type is that of the call that it answers
   * @throws MalformedSegmentException if the simulator knows no such type
   */
  static SegmentType of(int code, boolean answer) {
    SegmentType type = (answer ? BY_ANSWER_CODE : BY_CODE)[code];
    if (type == null) {
      throw new MalformedSegmentException("segment type 0x%02x is not supported".formatted(code));
    }
    return type;
  }

  private static SegmentType[] table(ToIntFunction<SegmentType> code) {
    SegmentType[] table = new SegmentType[256];
    for (SegmentType type : values()) {
      table[code.applyAsInt(type)] = type;
    }
    return table;
  }
}
