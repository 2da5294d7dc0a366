package dev.sluice.mqsim.codec.structure;

import io.netty.buffer.ByteBuf;
import java.util.HexFormat;

/**
 * What an MQCONN asks for. Request and answer have the same shape; offsets count from the begin of
 * the body, call header included.
 *
 * @param queueManagerName as given by the application, or, for a session of a JMS connection, the
 *     real name that its connection was told
 * @param applicationName name under which instances of one application are balanced
 * @param options MQCNO options
 * @param presentedId the 24-byte connection id the client already has: a session presents the id of
 *     the connection it belongs to; zeros at the first connect
 * @param balancing how its instance wants to be balanced
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record ConnectOptions(
    String queueManagerName,
    String applicationName,
    int options,
    byte[] presentedId,
    Balancing balancing) {

  /** Length of a connection id. */
  public static final int ID_BYTES = 24;

  /** The client wants to be reconnected, to any queue manager of the group. */
  private static final int RECONNECT = 0x01000000;

  private static final TextField QUEUE_MANAGER_NAME = TextField.name(16);
  private static final TextField APPLICATION_NAME = new TextField(64, 28);
  private static final int OPTIONS = 132;

  /** Two 128-byte tags; the client names a connection by the first 24 bytes of the first one. */
  private static final int FIRST_TAG = 148;

  private static final int SECOND_TAG = 276;
  private static final int BALANCING = 404;

  /** Length of a body with balancing options, as clients send it from 9.3 on. */
  private static final int BYTES_WITH_BALANCING = 488;

  /** Reads a request. */
  public static ConnectOptions read(ByteBuf body) {
    int start = body.readerIndex();
    byte[] presentedId = new byte[ID_BYTES];
    if (hasTags(body.readableBytes())) {
      body.getBytes(start + FIRST_TAG, presentedId);
    }
    return new ConnectOptions(
        QUEUE_MANAGER_NAME.read(body, start),
        APPLICATION_NAME.read(body, start),
        body.getInt(start + OPTIONS),
        presentedId,
        body.readableBytes() < BYTES_WITH_BALANCING
            ? Balancing.DEFAULT
            : Balancing.read(body, start + BALANCING));
  }

  /** A client from before 9.2, or without shared conversations, sends a shorter body. */
  private static boolean hasTags(int bodyBytes) {
    return bodyBytes >= BALANCING;
  }

  /** Turns a copy of the request into the answer. */
  public static void overwrite(ByteBuf copy, int start, String name, byte[] connectionId) {
    QUEUE_MANAGER_NAME.write(copy, start, name);
    if (hasTags(copy.writerIndex() - start)) {
      copy.setBytes(start + FIRST_TAG, connectionId);
      copy.setBytes(start + SECOND_TAG, connectionId);
    }
  }

  /** Whether the client can be moved to another queue manager. */
  public boolean isReconnectable() {
    return (options & RECONNECT) != 0;
  }

  @Override
  public String toString() {
    return "to '%s' by '%s', options 0x%x, presenting %s, %s"
        .formatted(
            queueManagerName,
            applicationName,
            options,
            HexFormat.of().formatHex(presentedId),
            balancing);
  }
}
