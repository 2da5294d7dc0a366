package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.TextField;
import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/**
 * The first segment each way (240 bytes): what both sides can do. The server's answer is the
 * client's own bytes with some of them replaced; a capability flag that the client did not send is
 * thus never claimed.
 *
 * @param level protocol level (FAP) that the client speaks
 * @param maxSegmentBytes longest segment the client takes
 * @param maxMessageBytes longest message the client takes
 * @param channelName channel the client asks for
 * @param heartbeatSeconds heartbeat interval; 0 = none
 * @param headerCompression codes of techniques for the structures of calls, the first is used; 0 =
 *     none
 * @param messageCompression the same for the data of messages
 * @param sharedConversations conversations per socket; 0 = the protocol without conversations
 * @param synchronousGets whether a consumer that waits for a message may call for it on a socket of
 *     conversations; if not, it is a stream to it
 */
public record InitialData(
    int level,
    int maxSegmentBytes,
    int maxMessageBytes,
    String channelName,
    int heartbeatSeconds,
    List<Integer> headerCompression,
    List<Integer> messageCompression,
    int sharedConversations,
    boolean synchronousGets) {

  /** Length of the body up to the highest field used. */
  private static final int LENGTH_BYTES = 208;

  /** Code of a technique. */
  public static final int NO_COMPRESSION = 0;

  private static final int EYECATCHER_ID = 0x49442020;
  private static final int LEVEL = 4;
  private static final int MAX_SEGMENT_BYTES = 12;
  private static final int MAX_MESSAGE_BYTES = 16;
  private static final TextField CHANNEL_NAME = new TextField(24, 20);
  private static final int CHARACTER_SET = 46;
  private static final TextField QUEUE_MANAGER_NAME = TextField.name(48);
  private static final int HEARTBEAT_SECONDS = 96;

  /** What of the client's offer is not taken, by Wireshark's names IniErrFlg1, 2 and ECapFlag3. */
  private static final int OBJECTIONS = 7;

  private static final int MAX_SEGMENT_BYTES_OBJECTION = 0x04;
  private static final int MAX_MESSAGE_BYTES_OBJECTION = 0x10;
  private static final int HEARTBEAT_OBJECTION = 0x80;
  private static final int COMPRESSION_OBJECTIONS = 102;
  private static final int HEADER_COMPRESSION_OBJECTION = 0x01;
  private static final int MESSAGE_COMPRESSION_OBJECTION = 0x02;
  private static final CodeList HEADER_COMPRESSION = new CodeList(104, 2);
  private static final CodeList MESSAGE_COMPRESSION = new CodeList(106, 16);
  private static final int SHARED_CONVERSATIONS = 128;
  private static final int CAPABILITIES_3 = 132;
  private static final int CAPABILITY_3_OBJECTIONS = 133;
  private static final int SYNCHRONOUS_GETS = 0x08;
  private static final TextField PRODUCT_ID = new TextField(148, 12);
  private static final TextField QUEUE_MANAGER_ID = TextField.name(160);

  /** Numbers, which change their byte order with the sender. */
  private static final int[] INTS = {12, 16, 20, 96, 124, 128, 136, 140, 144};

  /** The last two begin the list of ways to protect a password, which older clients do not send. */
  private static final int[] SHORTS = {8, 10, CHARACTER_SET, 100, 208, 210};

  private static final String SERVER_PRODUCT_ID = "MQMM09040500";

  /**
   * Reads what a client sent.
   *
   * @throws MalformedSegmentException if it is not initial data
   */
  public static InitialData read(ByteBuf body) {
    int start = body.readerIndex();
    if (body.readableBytes() < LENGTH_BYTES
        || !WireOrder.hasEyecatcher(body, start, EYECATCHER_ID)) {
      throw new MalformedSegmentException("initial data without its eyecatcher, or too short");
    }
    return new InitialData(
        body.getUnsignedByte(start + LEVEL),
        body.getInt(start + MAX_SEGMENT_BYTES),
        body.getInt(start + MAX_MESSAGE_BYTES),
        CHANNEL_NAME.read(body, start),
        body.getInt(start + HEARTBEAT_SECONDS),
        HEADER_COMPRESSION.read(body, start),
        MESSAGE_COMPRESSION.read(body, start),
        body.getInt(start + SHARED_CONVERSATIONS),
        (body.getByte(start + CAPABILITIES_3) & SYNCHRONOUS_GETS) != 0);
  }

  /** What of the client's offer an answer objects to: its three bytes of flags, in hex. */
  public static String objections(ByteBuf answer) {
    int start = answer.readerIndex();
    return "%02x %02x %02x"
        .formatted(
            answer.getByte(start + OBJECTIONS),
            answer.getByte(start + COMPRESSION_OBJECTIONS),
            answer.getByte(start + CAPABILITY_3_OBJECTIONS));
  }

  /** Character set of the sender's texts. */
  public static int characterSet(ByteBuf body) {
    return body.getUnsignedShort(body.readerIndex() + CHARACTER_SET);
  }

  /** What the sender is: "MQMM" is a queue manager; then version, release, modification and fix. */
  public static String productId(ByteBuf body) {
    return PRODUCT_ID.read(body, body.readerIndex());
  }

  /**
   * Whether a client that offered this is to say again what it wants, with these values for its
   * own. It would use the first technique of its own lists, whatever the answer.
   */
  public boolean differsFrom(InitialData client) {
    return objections(client) != 0 || compressionObjections(client) != 0 || refusesGetsOf(client);
  }

  private int objections(InitialData client) {
    return (maxSegmentBytes == client.maxSegmentBytes ? 0 : MAX_SEGMENT_BYTES_OBJECTION)
        | (maxMessageBytes == client.maxMessageBytes ? 0 : MAX_MESSAGE_BYTES_OBJECTION)
        | (heartbeatSeconds == client.heartbeatSeconds ? 0 : HEARTBEAT_OBJECTION);
  }

  private int compressionObjections(InitialData client) {
    return (startAlike(headerCompression, client.headerCompression)
            ? 0
            : HEADER_COMPRESSION_OBJECTION)
        | (startAlike(messageCompression, client.messageCompression)
            ? 0
            : MESSAGE_COMPRESSION_OBJECTION);
  }

  private static boolean startAlike(List<Integer> agreed, List<Integer> wanted) {
    return agreed.get(0).equals(wanted.isEmpty() ? NO_COMPRESSION : wanted.get(0));
  }

  private boolean refusesGetsOf(InitialData client) {
    return client.synchronousGets && !synchronousGets;
  }

  /** Marks a copy: the client is to say again what it wants. */
  public void askForRevision(ByteBuf copy, int start, InitialData client) {
    copy.setByte(start + OBJECTIONS, objections(client));
    copy.setByte(start + COMPRESSION_OBJECTIONS, compressionObjections(client));
    copy.setByte(start + CAPABILITY_3_OBJECTIONS, refusesGetsOf(client) ? SYNCHRONOUS_GETS : 0);
  }

  /** Appends a client's body, with its numbers in the byte order of the buffer. */
  public static void copy(ByteBuf body, ByteBuf out) {
    int from = body.readerIndex();
    int to = out.writerIndex();
    out.writeBytes(body, from, body.readableBytes());
    for (int offset : INTS) {
      out.setInt(to + offset, body.getInt(from + offset));
    }
    for (int offset : SHORTS) {
      if (offset + Short.BYTES <= body.readableBytes()) {
        out.setShort(to + offset, body.getShort(from + offset));
      }
    }
  }

  /** Overwrites a copy of the client's body with what these values and the names say. */
  public void overwrite(ByteBuf copy, int start, String queueManagerName, String queueManagerId) {
    copy.setByte(start + LEVEL, level);
    copy.setInt(start + MAX_SEGMENT_BYTES, maxSegmentBytes);
    copy.setInt(start + MAX_MESSAGE_BYTES, maxMessageBytes);
    QUEUE_MANAGER_NAME.write(copy, start, queueManagerName);
    copy.setInt(start + HEARTBEAT_SECONDS, heartbeatSeconds);
    HEADER_COMPRESSION.write(copy, start, headerCompression);
    MESSAGE_COMPRESSION.write(copy, start, messageCompression);
    copy.setInt(start + SHARED_CONVERSATIONS, sharedConversations);
    if (!synchronousGets) {
      copy.setByte(start + CAPABILITIES_3, 0);
    }
    PRODUCT_ID.write(copy, start, SERVER_PRODUCT_ID);
    QUEUE_MANAGER_ID.write(copy, start, queueManagerId);
  }

  /** Codes of one byte each; places at the end that are not used have the code 255. */
  private record CodeList(int offset, int places) {

    private static final int UNUSED = 255;

    List<Integer> read(ByteBuf body, int start) {
      List<Integer> codes = new ArrayList<>();
      for (int place = 0; place < places; place++) {
        int code = body.getUnsignedByte(start + offset + place);
        if (code != UNUSED) {
          codes.add(code);
        }
      }
      return List.copyOf(codes);
    }

    void write(ByteBuf body, int start, List<Integer> codes) {
      for (int place = 0; place < places; place++) {
        body.setByte(start + offset + place, place < codes.size() ? codes.get(place) : UNUSED);
      }
    }
  }
}
