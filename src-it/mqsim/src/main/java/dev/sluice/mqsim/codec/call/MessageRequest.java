package dev.sluice.mqsim.codec.call;

import dev.sluice.mqsim.codec.structure.GetOptions;
import dev.sluice.mqsim.codec.structure.MessageDescriptor;
import io.netty.buffer.ByteBuf;

/**
 * A REQUEST_MSGS: the client asks for messages of a stream, instead of getting them one by one.
 *
 * @param handle the consumer's object handle
 * @param receivedBytes how many it has received since the request before
 * @param requestedBytes how many bytes of messages the client will take now; 1 = one message
 * @param getOptions as in {@link GetOptions}
 * @param readAhead deliver even though the conversation was not started
 * @param selection which messages are wanted; null if as before
 */
public record MessageRequest(
    int handle,
    int receivedBytes,
    int requestedBytes,
    int getOptions,
    boolean readAhead,
    Selection selection) {

  /** Whether it is a get: it wants one message, though the conversation need not be started. */
  public boolean isGet() {
    return readAhead && requestedBytes == 1;
  }

  /**
   * Which messages a stream wants.
   *
   * @param index repeated in each message of the stream
   * @param matchOptions match constants of {@link GetOptions}
   * @param wanted has the ids
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Selection(int index, int matchOptions, MessageDescriptor wanted, byte[] token) {

    /** Any message. */
    public static Selection any() {
      return new Selection(0, 0, MessageDescriptor.empty(), new byte[GetOptions.TOKEN_BYTES]);
    }
  }

  private static final int HANDLE = 4;
  private static final int RECEIVED_BYTES = 8;
  private static final int REQUESTED_BYTES = 12;
  private static final int GET_OPTIONS = 20;
  private static final int FLAGS = 32;
  private static final int SELECTION_INDEX = 40;
  private static final int CHARACTER_SET = 44;
  private static final int SEQUENCE_NUMBER = 52;
  private static final int MATCH_OPTIONS = 60;
  private static final int MATCH_IDS = 64;

  private static final int FLAG_READ_AHEAD = 0x08;
  private static final int FLAG_SELECTION = 0x10;

  /** Reads a request. */
  public static MessageRequest read(ByteBuf body) {
    int start = body.readerIndex();
    int flags = body.getInt(start + FLAGS);
    return new MessageRequest(
        body.getInt(start + HANDLE),
        body.getInt(start + RECEIVED_BYTES),
        body.getInt(start + REQUESTED_BYTES),
        body.getInt(start + GET_OPTIONS),
        (flags & FLAG_READ_AHEAD) != 0,
        (flags & FLAG_SELECTION) != 0 ? readSelection(body, start) : null);
  }

  /** Behind the match options stand only those ids that they name. */
  private static Selection readSelection(ByteBuf body, int start) {
    int matchOptions = body.getInt(start + MATCH_OPTIONS);
    MessageDescriptor wanted = MessageDescriptor.empty();
    byte[] id = new byte[MessageDescriptor.ID_BYTES];
    int at = start + MATCH_IDS;
    if ((matchOptions & GetOptions.MATCH_MESSAGE_ID) != 0) {
      body.getBytes(at, id);
      wanted.messageId(id);
      at += id.length;
    }
    if ((matchOptions & GetOptions.MATCH_CORRELATION_ID) != 0) {
      body.getBytes(at, id);
      wanted.correlationId(id);
      at += id.length;
    }
    if ((matchOptions & GetOptions.MATCH_GROUP_ID) != 0) {
      body.getBytes(at, id);
      at += id.length;
    }
    wanted.group(id, body.getInt(start + SEQUENCE_NUMBER));
    wanted.form(body.getInt(start + CHARACTER_SET), "");
    byte[] token = new byte[GetOptions.TOKEN_BYTES];
    if ((matchOptions & GetOptions.MATCH_TOKEN) != 0) {
      body.getBytes(at, token);
    }
    return new Selection(
        body.getUnsignedShort(start + SELECTION_INDEX), matchOptions, wanted, token);
  }
}
