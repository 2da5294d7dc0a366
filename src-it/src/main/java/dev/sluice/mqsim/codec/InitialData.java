package dev.sluice.mqsim.codec;

import io.netty.buffer.ByteBuf;

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
 * @param sharedConversations conversations per socket; 0 = the protocol without conversations
 */
public record InitialData(
    int level,
    int maxSegmentBytes,
    int maxMessageBytes,
    String channelName,
    int heartbeatSeconds,
    int sharedConversations) {

  /** Length of the body up to the highest field used. */
  private static final int LENGTH_BYTES = 208;

  private static final int EYECATCHER_ID = 0x49442020;
  private static final int LEVEL = 4;
  private static final int MAX_SEGMENT_BYTES = 12;
  private static final int MAX_MESSAGE_BYTES = 16;
  private static final TextField CHANNEL_NAME = new TextField(24, 20);
  private static final TextField QUEUE_MANAGER_NAME = TextField.name(48);
  private static final int HEARTBEAT_SECONDS = 96;
  private static final int SHARED_CONVERSATIONS = 128;
  private static final TextField PRODUCT_ID = new TextField(148, 12);
  private static final TextField QUEUE_MANAGER_ID = TextField.name(160);

  /** "MQMM" is a queue manager; then version, release, modification and fix. */
  private static final String SERVER_PRODUCT_ID = "MQMM09040500";

  /**
   * Reads what a client sent.
   *
   * @throws MalformedSegmentException if it is not initial data
   */
  public static InitialData read(ByteBuf body) {
    int start = body.readerIndex();
    if (body.readableBytes() < LENGTH_BYTES || body.getInt(start) != EYECATCHER_ID) {
      throw new MalformedSegmentException("initial data without its eyecatcher, or too short");
    }
    return new InitialData(
        body.getUnsignedByte(start + LEVEL),
        body.getInt(start + MAX_SEGMENT_BYTES),
        body.getInt(start + MAX_MESSAGE_BYTES),
        CHANNEL_NAME.read(body, start),
        body.getInt(start + HEARTBEAT_SECONDS),
        body.getInt(start + SHARED_CONVERSATIONS));
  }

  /** Overwrites a copy of the client's body with what these values and the names say. */
  public void overwrite(ByteBuf copy, int start, String queueManagerName, String queueManagerId) {
    copy.setByte(start + LEVEL, level);
    copy.setInt(start + MAX_SEGMENT_BYTES, maxSegmentBytes);
    copy.setInt(start + MAX_MESSAGE_BYTES, maxMessageBytes);
    QUEUE_MANAGER_NAME.write(copy, start, queueManagerName);
    copy.setInt(start + HEARTBEAT_SECONDS, heartbeatSeconds);
    copy.setInt(start + SHARED_CONVERSATIONS, sharedConversations);
    PRODUCT_ID.write(copy, start, SERVER_PRODUCT_ID);
    QUEUE_MANAGER_ID.write(copy, start, queueManagerId);
  }
}
