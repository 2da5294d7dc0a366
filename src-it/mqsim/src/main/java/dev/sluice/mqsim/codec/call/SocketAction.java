package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.TextField;
import io.netty.buffer.ByteBuf;

/**
 * A socket action (20 bytes {conversation, request, type, parameter 1, parameter 2}).
 *
 * @param conversationId conversation concerned, 0 for the socket
 * @param requestId repeated in an answer
 * @param type one of the constants here; others are accepted and mean nothing to the simulator
 */
public record SocketAction(
    int conversationId, int requestId, int type, int parameter1, int parameter2) {

  /** From the client: a further conversation on this socket. */
  public static final int START_CONVERSATION = 1;

  /** From the client: a conversation is over. */
  public static final int END_CONVERSATION = 2;

  /** From the server: the answer to START_CONVERSATION, in a segment of that conversation. */
  public static final int ACCEPT_CONVERSATION = 8;

  /**
   * From the server, on the socket of a JMS connection: reconnect, with all sessions. Parameter 1
   * is 1 (0 would forbid reconnection); name and id of the target queue manager follow, 48 bytes
   * each.
   */
  public static final int RECONNECT_CLIENTS = 9;

  /** Length on the wire without a target. */
  public static final int LENGTH_BYTES = 20;

  /** Reads a socket action. */
  public static SocketAction read(ByteBuf body) {
    int start = body.readerIndex();
    return new SocketAction(
        body.getInt(start),
        body.getInt(start + 4),
        body.getInt(start + 8),
        body.getInt(start + 12),
        body.getInt(start + 16));
  }

  /** The answer that accepts a conversation. */
  public SocketAction accepted() {
    return new SocketAction(conversationId, requestId, ACCEPT_CONVERSATION, parameter1, parameter2);
  }

  /** The request to reconnect to a named queue manager; {@link #writeTarget} has to follow. */
  public static SocketAction reconnect() {
    return new SocketAction(0, 0, RECONNECT_CLIENTS, 1, 0);
  }

  /** Tells the client that the queue manager has ended and that it must not reconnect. */
  public static SocketAction stayAway() {
    return new SocketAction(0, 0, RECONNECT_CLIENTS, 0, 0);
  }

  /** Appends this action. */
  public void write(ByteBuf out) {
    out.writeInt(conversationId)
        .writeInt(requestId)
        .writeInt(type)
        .writeInt(parameter1)
        .writeInt(parameter2);
  }

  /** Appends the target of a reconnection. */
  public static void writeTarget(ByteBuf out, String queueManagerName, String queueManagerId) {
    out.writeBytes(TextField.padded(queueManagerName, TextField.NAME_BYTES));
    out.writeBytes(TextField.padded(queueManagerId, TextField.NAME_BYTES));
  }
}
