package dev.sluice.mqsim.codec.call;

import io.netty.buffer.ByteBuf;

/**
 * A notification (16 bytes {version, handle, code, value}): how client and server tell each other
 * about the state of streams of messages.
 *
 * @param handle object handle, -1 for the whole conversation
 * @param code one of the constants here
 * @param value depends on the code
 */
public record Notification(int handle, int code, int value) {

  /** From the client: deliver (value 2) or stop delivering (0) to the conversation's consumers. */
  public static final int CONNECTION_STATE = 3;

  /** From the server: a CONNECTION_STATE was obeyed; repeats its value and request id. */
  public static final int CONNECTION_STATE_REPLY = 4;

  /** From the client: state of one consumer. */
  public static final int QUEUE_STATE = 5;

  /** From the server: answer to a QUEUE_STATE that asked for one. */
  public static final int QUEUE_STATE_REPLY = 6;

  /** From the server, naming a streaming consumer: the queue manager is ending. */
  public static final int QUEUE_MANAGER_QUIESCING = 7;

  /** From the server: a stream has failed, with a reason. */
  public static final int STREAMING_FAILURE = 14;

  /** From the server: there is really nothing to stream; repeats the question's request id. */
  public static final int CLIENT_ASYNC_EMPTY = 15;

  /** Length on the wire. */
  public static final int LENGTH_BYTES = 16;

  private static final int STARTED = 2;

  /** Reads a notification. */
  public static Notification read(ByteBuf body) {
    int start = body.readerIndex();
    return new Notification(
        body.getInt(start + 4), body.getInt(start + 8), body.getInt(start + 12));
  }

  /** Appends this notification. */
  public void write(ByteBuf out) {
    out.writeInt(1).writeInt(handle).writeInt(code).writeInt(value);
  }

  /** For CONNECTION_STATE: whether consumers are to be served. */
  public boolean saysStarted() {
    return (value & STARTED) != 0;
  }
}
