package dev.sluice.mqsim.codec.structure;

import io.netty.buffer.ByteBuf;

/**
 * The options of a get (GMO). Keeps the request's bytes, because the answer repeats them, often
 * long after the request's buffer is gone.
 */
public final class GetOptions {

  public static final int WAIT = 0x1;
  public static final int SYNCPOINT = 0x2;
  public static final int NO_SYNCPOINT = 0x4;
  public static final int BROWSE_FIRST = 0x10;
  public static final int BROWSE_NEXT = 0x20;
  public static final int ACCEPT_TRUNCATED = 0x40;
  public static final int MESSAGE_UNDER_CURSOR = 0x100;
  public static final int LOCK = 0x200;
  public static final int UNLOCK = 0x400;
  public static final int BROWSE_MESSAGE_UNDER_CURSOR = 0x800;
  public static final int SYNCPOINT_IF_PERSISTENT = 0x1000;
  public static final int CONVERT = 0x4000;
  public static final int LOGICAL_ORDER = 0x8000;
  public static final int ALL_MESSAGES_AVAILABLE = 0x20000;

  /** All options about marks of browsed messages. */
  public static final int BROWSE_MARKS = 0x1F00000;

  public static final int NO_PROPERTIES = 0x4000000;
  public static final int PROPERTIES_IN_HANDLE = 0x8000000;

  public static final int MATCH_MESSAGE_ID = 0x1;
  public static final int MATCH_CORRELATION_ID = 0x2;
  public static final int MATCH_GROUP_ID = 0x4;
  public static final int MATCH_SEQUENCE_NUMBER = 0x8;
  public static final int MATCH_OFFSET = 0x10;
  public static final int MATCH_TOKEN = 0x20;

  /** Length of a message token. */
  public static final int TOKEN_BYTES = 16;

  /** Wait interval of a get that waits for ever. */
  public static final int UNLIMITED = -1;

  private static final int EYECATCHER = 0x474D4F20;
  private static final int VERSION = 4;
  private static final int OPTIONS = 8;
  private static final int WAIT_MILLIS = 12;
  private static final int RESOLVED_QUEUE = 24;
  private static final int MATCH_OPTIONS = 72;
  private static final int GROUP_STATUS = 76;
  private static final int TOKEN = 80;
  private static final int RETURNED_LENGTH = 96;
  private static final int V3_BYTES = 100;

  private final byte[] bytes;
  private final int options;
  private final int waitMillis;
  private final int matchOptions;
  private final byte[] token;

  private GetOptions(byte[] bytes, int options, int waitMillis, int matchOptions, byte[] token) {
    this.bytes = bytes;
    this.options = options;
    this.waitMillis = waitMillis;
    this.matchOptions = matchOptions;
    this.token = token;
  }

  /** Copies the options at an index. */
  public static GetOptions read(ByteBuf body, int index) {
    if (!WireOrder.hasEyecatcher(body, index, EYECATCHER)) {
      throw new MalformedSegmentException("get options without their eyecatcher");
    }
    int version = body.getInt(index + VERSION);
    byte[] bytes = new byte[lengthBytes(version)];
    body.getBytes(index, bytes);
    byte[] token = new byte[TOKEN_BYTES];
    if (bytes.length >= V3_BYTES) {
      System.arraycopy(bytes, TOKEN, token, 0, TOKEN_BYTES);
    }
    return new GetOptions(
        bytes,
        body.getInt(index + OPTIONS),
        body.getInt(index + WAIT_MILLIS),
        version >= 2 ? body.getInt(index + MATCH_OPTIONS) : MATCH_MESSAGE_ID | MATCH_CORRELATION_ID,
        token);
  }

  /** Those of a get that is not a call, so that nothing repeats their bytes. */
  public static GetOptions of(int options, int waitMillis, int matchOptions, byte[] token) {
    return new GetOptions(new byte[0], options, waitMillis, matchOptions, token);
  }

  private static int lengthBytes(int version) {
    return switch (version) {
      case 1 -> 72;
      case 2 -> 80;
      case 3 -> V3_BYTES;
      case 4 -> 112;
      default -> throw new MalformedSegmentException("get options version %d".formatted(version));
    };
  }

  /**
   * Appends the answer of a get that found a message.
   *
   * @param groupStatus G in a group, L the last of one, else a blank
   */
  public void writeFound(
      ByteBuf out, byte[] queueName, char groupStatus, byte[] messageToken, int returnedBytes) {
    int start = out.writerIndex();
    out.writeBytes(bytes);
    out.setBytes(start + RESOLVED_QUEUE, queueName);
    if (bytes.length > GROUP_STATUS) {
      out.setByte(start + GROUP_STATUS, groupStatus);
    }
    if (bytes.length >= V3_BYTES) {
      out.setBytes(start + TOKEN, messageToken);
      out.setInt(start + RETURNED_LENGTH, returnedBytes);
    }
  }

  /** Appends the answer of a get that found nothing. */
  public void writeUnchanged(ByteBuf out) {
    out.writeBytes(bytes);
  }

  public int lengthBytes() {
    return bytes.length;
  }

  /** Sum of the option constants here and others that change nothing in the simulator. */
  public int options() {
    return options;
  }

  public boolean has(int option) {
    return (options & option) != 0;
  }

  /** How long to wait if nothing is there; {@link #UNLIMITED} for ever. */
  public int waitMillis() {
    return waitMillis;
  }

  /** Sum of the match constants here. */
  public int matchOptions() {
    return matchOptions;
  }

  /** Token of the message wanted; meaningful with {@link #MATCH_TOKEN}. */
  public byte[] token() {
    return token;
  }
}
