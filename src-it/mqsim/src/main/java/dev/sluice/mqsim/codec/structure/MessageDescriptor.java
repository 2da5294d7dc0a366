package dev.sluice.mqsim.codec.structure;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The message descriptor (MD): a view over its 364 bytes of version 2, in which the simulator keeps
 * every message. Version 1 lacks the last 40 bytes; it is extended on the way in and cut on the way
 * out. Mutable; confined to the event loop of its queue manager.
 */
public final class MessageDescriptor {

  /** Length of version 1. */
  public static final int V1_BYTES = 324;

  /** Length of version 2. */
  public static final int V2_BYTES = 364;

  /** Length of a message id, a correlation id or a group id. */
  public static final int ID_BYTES = 24;

  /** Expiry of a message that never expires. */
  public static final int NEVER = -1;

  private static final int EYECATCHER_MD = 0x4D442020;
  private static final int VERSION = 4;
  private static final int REPORT = 8;
  private static final int MESSAGE_TYPE = 12;
  private static final int EXPIRY_TENTHS = 16;
  private static final int FEEDBACK = 20;
  private static final int ENCODING = 24;
  private static final int CODED_CHARACTER_SET = 28;
  private static final int FORMAT = 32;
  private static final int FORMAT_BYTES = 8;
  private static final int PRIORITY = 40;
  private static final int PERSISTENCE = 44;
  private static final int MESSAGE_ID = 48;
  private static final int CORRELATION_ID = 72;
  private static final int BACKOUT_COUNT = 96;
  private static final int REPLY_TO_QUEUE = 100;
  private static final int REPLY_TO_QUEUE_MANAGER = 148;
  private static final int USER = 196;
  private static final int ACCOUNTING_TOKEN = 208;
  private static final int ACCOUNTING_TOKEN_BYTES = 32;

  /** Of a user with the number 1000: its length, its digits, and the type at the end. */
  private static final byte[] UNIX_TOKEN =
      HexFormat.of().parseHex("0431303030" + "00".repeat(26) + "06");

  private static final int PUT_APPLICATION_TYPE = 272;
  private static final int PUT_APPLICATION_NAME = 276;
  private static final int PUT_DATE_AND_TIME = 304;
  private static final int GROUP_ID = 324;
  private static final int SEQUENCE_NUMBER = 348;
  private static final int SEGMENT_OFFSET = 352;
  private static final int FLAGS = 356;
  private static final int ORIGINAL_LENGTH = 360;

  private static final int PUT_DATE_AND_TIME_BYTES = 16;
  private static final int TYPE_REPLY = 2;
  private static final int TYPE_DATAGRAM = 8;
  private static final int TYPE_REPORT = 4;
  private static final int PASS_CORRELATION_ID = 0x40;
  private static final int PASS_MESSAGE_ID = 0x80;
  private static final int DISCARD = 0x8000000;
  private static final int IN_GROUP = 0x8;
  private static final int LAST_IN_GROUP = 0x10;
  private static final int BIG_ENDIAN_IEEE = 273;
  private static final int INTEGER_MASK = 0xF;
  private static final int INTEGER_REVERSED = 2;
  private static final int CCSID_ISO_8859_1 = 819;
  private static final String FORMAT_DEAD_LETTER = "MQDEAD";
  private static final String FORMAT_PCF = "MQPCF";
  private static final String FORMAT_PROPERTIES = "MQHRF2";

  /** Identity: user, accounting token, application identity data; then comes the origin. */
  private static final int IDENTITY_BYTES = 76;

  private static final int ORIGIN_BYTES = 324 - 272;
  private static final int SEGMENT = 0x2;
  private static final int LAST_SEGMENT = 0x4;

  /** Offsets of all numbers, which change their byte order with the buffer; version 1 has 11. */
  private static final int[] NUMBERS = {
    4, 8, 12, 16, 20, 24, 28, 40, 44, 96, 272, 348, 352, 356, 360
  };

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] bytes;

  private MessageDescriptor(byte[] bytes) {
    this.bytes = bytes;
  }

  /** An empty descriptor: default priority, not persistent, no expiry. */
  public static MessageDescriptor empty() {
    MessageDescriptor descriptor = new MessageDescriptor(new byte[V2_BYTES]);
    descriptor.set(0, EYECATCHER_MD);
    descriptor.set(EXPIRY_TENTHS, NEVER);
    descriptor.set(PRIORITY, -1);
    descriptor.completeVersion2();
    return descriptor;
  }

  /** The descriptor of a message in PCF, with big-endian numbers. */
  public static MessageDescriptor ofPcf() {
    MessageDescriptor descriptor = empty();
    descriptor.set(MESSAGE_TYPE, TYPE_DATAGRAM);
    descriptor.set(ENCODING, BIG_ENDIAN_IEEE);
    descriptor.form(CCSID_ISO_8859_1, FORMAT_PCF);
    return descriptor;
  }

  /** Length of the descriptor at an index, by its version. */
  public static int lengthBytes(ByteBuf body, int index) {
    if (!WireOrder.hasEyecatcher(body, index, EYECATCHER_MD)) {
      throw new MalformedSegmentException("a message descriptor without its eyecatcher");
    }
    int version = body.getInt(index + VERSION);
    return switch (version) {
      case 1 -> V1_BYTES;
      case 2 -> V2_BYTES;
      default ->
          throw new MalformedSegmentException("message descriptor version %d".formatted(version));
    };
  }

  /** Copies the descriptor at an index. */
  public static MessageDescriptor read(ByteBuf body, int index) {
    int lengthBytes = lengthBytes(body, index);
    byte[] bytes = new byte[V2_BYTES];
    body.getBytes(index, bytes, 0, lengthBytes);
    MessageDescriptor descriptor = new MessageDescriptor(bytes);
    for (int i = 0; i < NUMBERS.length && NUMBERS[i] < lengthBytes; i++) {
      descriptor.set(NUMBERS[i], body.getInt(index + NUMBERS[i]));
    }
    if (lengthBytes == V1_BYTES) {
      descriptor.completeVersion2();
    }
    return descriptor;
  }

  private void completeVersion2() {
    set(VERSION, 2);
    set(SEQUENCE_NUMBER, 1);
    set(ORIGINAL_LENGTH, -1);
  }

  /** Appends the descriptor in the version that has this length. */
  public void write(ByteBuf out, int lengthBytes) {
    int start = out.writerIndex();
    out.writeBytes(bytes, 0, lengthBytes);
    for (int i = 0; i < NUMBERS.length && NUMBERS[i] < lengthBytes; i++) {
      out.setInt(start + NUMBERS[i], get(NUMBERS[i]));
    }
    out.setInt(start + VERSION, lengthBytes == V1_BYTES ? 1 : 2);
  }

  /** An independent copy. */
  public MessageDescriptor copy() {
    return new MessageDescriptor(bytes.clone());
  }

  /** Life time in tenths of a second from the put, or {@link #NEVER}. */
  public int expiryTenths() {
    return get(EXPIRY_TENTHS);
  }

  public void expiryTenths(int tenths) {
    set(EXPIRY_TENTHS, tenths);
  }

  /** 0 to 9; -1 in a request means the queue's default. */
  public int priority() {
    return get(PRIORITY);
  }

  public void priority(int priority) {
    set(PRIORITY, priority);
  }

  /** 0 = not persistent, 1 = persistent; 2 in a request means the queue's default. */
  public int persistence() {
    return get(PERSISTENCE);
  }

  public void persistence(int persistence) {
    set(PERSISTENCE, persistence);
  }

  public boolean isPersistent() {
    return get(PERSISTENCE) == 1;
  }

  public byte[] messageId() {
    return id(MESSAGE_ID);
  }

  public void messageId(byte[] id) {
    System.arraycopy(id, 0, bytes, MESSAGE_ID, ID_BYTES);
  }

  public boolean hasMessageId() {
    return !isZero(MESSAGE_ID);
  }

  public byte[] correlationId() {
    return id(CORRELATION_ID);
  }

  public void correlationId(byte[] id) {
    System.arraycopy(id, 0, bytes, CORRELATION_ID, ID_BYTES);
  }

  public boolean hasCorrelationId() {
    return !isZero(CORRELATION_ID);
  }

  /** Whether the message id is the given one; does not copy. */
  public boolean messageIdIs(byte[] id) {
    return Arrays.equals(bytes, MESSAGE_ID, MESSAGE_ID + ID_BYTES, id, 0, ID_BYTES);
  }

  /** Whether the correlation id is the given one; does not copy. */
  public boolean correlationIdIs(byte[] id) {
    return Arrays.equals(bytes, CORRELATION_ID, CORRELATION_ID + ID_BYTES, id, 0, ID_BYTES);
  }

  /** How often a get of the message was backed out. */
  public int backoutCount() {
    return get(BACKOUT_COUNT);
  }

  public void backoutCount(int count) {
    set(BACKOUT_COUNT, count);
  }

  /** Whether the sender wants a report of that kind. */
  public boolean asksFor(ReportKind kind) {
    return (get(REPORT) & kind.option()) != 0;
  }

  /** Whether such a report is to have the beginning of the message's data. */
  public boolean wantsData(ReportKind kind) {
    return (get(REPORT) & kind.dataOption()) != 0;
  }

  /** Whether such a report is to have all of the message's data. */
  public boolean wantsAllData(ReportKind kind) {
    return (get(REPORT) & kind.allDataOption()) != 0;
  }

  /** Whether the message is to be dropped, and not buried, if it cannot be delivered. */
  public boolean wantsToBeDiscarded() {
    return (get(REPORT) & DISCARD) != 0;
  }

  /**
   * The descriptor of a report about the message. It has a message id only if the sender wants that
   * of the message.
   *
   * @param feedback what has become of it
   * @param withData whether data of the message follows
   */
  public MessageDescriptor report(int feedback, boolean withData) {
    MessageDescriptor report = copy();
    report.set(REPORT, 0);
    report.set(MESSAGE_TYPE, TYPE_REPORT);
    report.set(EXPIRY_TENTHS, NEVER);
    report.set(FEEDBACK, feedback);
    if (!withData) {
      report.text(FORMAT, "", FORMAT_BYTES);
    }
    if ((get(REPORT) & PASS_CORRELATION_ID) == 0) {
      report.correlationId(messageId());
    }
    if ((get(REPORT) & PASS_MESSAGE_ID) == 0) {
      report.messageId(new byte[ID_BYTES]);
    }
    report.text(REPLY_TO_QUEUE, "", TextField.NAME_BYTES);
    report.text(REPLY_TO_QUEUE_MANAGER, "", TextField.NAME_BYTES);
    return report;
  }

  /** The descriptor of an answer to the message, of the same form. */
  public MessageDescriptor reply() {
    MessageDescriptor reply = report(0, true);
    reply.set(MESSAGE_TYPE, TYPE_REPLY);
    return reply;
  }

  /** The user that put the message. */
  public String user() {
    return new String(bytes, USER, PutOrigin.USER_BYTES, StandardCharsets.ISO_8859_1).strip();
  }

  /** The byte order of numbers in the data. */
  public ByteOrder byteOrder() {
    return (get(ENCODING) & INTEGER_MASK) == INTEGER_REVERSED
        ? ByteOrder.LITTLE_ENDIAN
        : ByteOrder.BIG_ENDIAN;
  }

  /** Where answers and reports go; empty if nowhere. */
  public String replyToQueue() {
    return name(REPLY_TO_QUEUE);
  }

  /** The queue manager of the reply-to queue; empty if nobody has named it. */
  public String replyToQueueManager() {
    return name(REPLY_TO_QUEUE_MANAGER);
  }

  private String name(int offset) {
    return new String(bytes, offset, TextField.NAME_BYTES, StandardCharsets.ISO_8859_1)
        .replace('\0', ' ')
        .strip();
  }

  private void text(int offset, String text, int lengthBytes) {
    System.arraycopy(TextField.padded(text, lengthBytes), 0, bytes, offset, lengthBytes);
  }

  /** Whether the message belongs to a group. */
  public boolean isInGroup() {
    return (get(FLAGS) & (IN_GROUP | LAST_IN_GROUP)) != 0;
  }

  /** Whether it is the last of its group. */
  public boolean isLastInGroup() {
    return (get(FLAGS) & LAST_IN_GROUP) != 0;
  }

  /** Whether it is a part of a message that was put in several. */
  public boolean isSegment() {
    return (get(FLAGS) & (SEGMENT | LAST_SEGMENT)) != 0;
  }

  /** Who gets the last message of a group is told that it is in one. */
  public void completeGroupFlags() {
    if (isLastInGroup()) {
      set(FLAGS, get(FLAGS) | IN_GROUP);
    }
  }

  /** Number of the message in its group, from 1. */
  public int sequenceNumber() {
    return get(SEQUENCE_NUMBER);
  }

  /** Where it begins in the message that it is a segment of. */
  public int offset() {
    return get(SEGMENT_OFFSET);
  }

  /** Whether the group id is the given one; does not copy. */
  public boolean groupIdIs(byte[] id) {
    return Arrays.equals(bytes, GROUP_ID, GROUP_ID + ID_BYTES, id, 0, ID_BYTES);
  }

  /** The format of the data, without padding. */
  public String format() {
    return new String(bytes, FORMAT, FORMAT_BYTES, StandardCharsets.ISO_8859_1).strip();
  }

  /** Whether the data begins with a {@link PropertyHeader}. */
  public boolean hasPropertyHeader() {
    return format().equals(FORMAT_PROPERTIES);
  }

  /** The character set of the data. */
  public int characterSet() {
    return get(CODED_CHARACTER_SET);
  }

  /** Sets character set and format of the data. */
  public void form(int characterSet, String format) {
    set(CODED_CHARACTER_SET, characterSet);
    text(FORMAT, format, FORMAT_BYTES);
  }

  /** Takes from another descriptor who put the message, and where and when if wanted. */
  public void context(MessageDescriptor from, boolean withOrigin) {
    int length = withOrigin ? IDENTITY_BYTES + ORIGIN_BYTES : IDENTITY_BYTES;
    System.arraycopy(from.bytes, USER, bytes, USER, length);
  }

  /** Nobody says who put the message, where and when. */
  public void clearContext() {
    Arrays.fill(bytes, USER, USER + IDENTITY_BYTES + ORIGIN_BYTES, (byte) ' ');
    Arrays.fill(bytes, ACCOUNTING_TOKEN, ACCOUNTING_TOKEN + ACCOUNTING_TOKEN_BYTES, (byte) 0);
    set(PUT_APPLICATION_TYPE, 0);
  }

  public boolean hasGroupId() {
    return !isZero(GROUP_ID);
  }

  public byte[] groupId() {
    return id(GROUP_ID);
  }

  /** Sets the group, and the number in it from 1. */
  public void group(byte[] groupId, int number) {
    System.arraycopy(groupId, 0, bytes, GROUP_ID, ID_BYTES);
    set(SEQUENCE_NUMBER, number);
  }

  /** Names the queue manager of the reply-to queue if there is one, and the put left it open. */
  public void completeReplyTo(byte[] paddedQueueManager) {
    if (!isBlank(REPLY_TO_QUEUE) && isBlank(REPLY_TO_QUEUE_MANAGER)) {
      System.arraycopy(paddedQueueManager, 0, bytes, REPLY_TO_QUEUE_MANAGER, TextField.NAME_BYTES);
    }
  }

  private boolean isBlank(int offset) {
    for (int i = offset; i < offset + TextField.NAME_BYTES; i++) {
      if (bytes[i] != ' ' && bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  /** Sets who put the message and when. */
  public void origin(PutOrigin origin) {
    System.arraycopy(origin.user(), 0, bytes, USER, PutOrigin.USER_BYTES);
    System.arraycopy(UNIX_TOKEN, 0, bytes, ACCOUNTING_TOKEN, ACCOUNTING_TOKEN_BYTES);
    set(PUT_APPLICATION_TYPE, PutOrigin.APPLICATION_TYPE_JAVA);
    System.arraycopy(
        origin.application(), 0, bytes, PUT_APPLICATION_NAME, PutOrigin.APPLICATION_BYTES);
  }

  /** A queue manager puts the message itself. */
  public void originQueueManager(String name) {
    set(PUT_APPLICATION_TYPE, PutOrigin.APPLICATION_TYPE_QUEUE_MANAGER);
    text(PUT_APPLICATION_NAME, name, PutOrigin.APPLICATION_BYTES);
  }

  /** Sets the 16 digits of put date and time. */
  public void putDateAndTime(byte[] digits) {
    System.arraycopy(digits, 0, bytes, PUT_DATE_AND_TIME, PUT_DATE_AND_TIME_BYTES);
  }

  /** Appends encoding, character set and format of the data, as headers within data tell them. */
  void writeForm(ByteBuffer out) {
    out.put(bytes, ENCODING, FORMAT + FORMAT_BYTES - ENCODING);
  }

  /** Appends the 16 digits of put date and time. */
  void writePutDateAndTime(ByteBuffer out) {
    out.put(bytes, PUT_DATE_AND_TIME, PUT_DATE_AND_TIME_BYTES);
  }

  /** The data begins with a {@link DeadLetterHeader} of this program's encoding. */
  void becomeDeadLetter() {
    set(ENCODING, BIG_ENDIAN_IEEE);
    set(CODED_CHARACTER_SET, CCSID_ISO_8859_1);
    System.arraycopy(
        TextField.padded(FORMAT_DEAD_LETTER, FORMAT_BYTES), 0, bytes, FORMAT, FORMAT_BYTES);
  }

  private byte[] id(int offset) {
    return Arrays.copyOfRange(bytes, offset, offset + ID_BYTES);
  }

  private boolean isZero(int offset) {
    for (int i = offset; i < offset + ID_BYTES; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private int get(int offset) {
    return (int) INT.get(bytes, offset);
  }

  private void set(int offset, int value) {
    INT.set(bytes, offset, value);
  }
}
