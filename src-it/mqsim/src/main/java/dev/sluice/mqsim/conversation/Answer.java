package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.call.CallHeader;
import io.netty.buffer.ByteBuf;

/**
 * Where the answer to a call goes. Outlives the call, so it can be used later.
 *
 * @param conversation that made the call
 * @param requestId of the call
 * @param typeCode segment type of the answer
 */
record Answer(Conversation conversation, int requestId, int typeCode) {

  /** No object is meant. */
  static final int NO_HANDLE = -1;

  static Answer to(Conversation conversation, Flow flow) {
    return new Answer(conversation, flow.requestId(), flow.type().replyCode());
  }

  /** A buffer for the answer with room for its headers, to which the rest is to be appended. */
  ByteBuf begin(int expectedBytes) {
    return conversation
        .connection()
        .begin(CallHeader.LENGTH_BYTES + expectedBytes)
        .writeZero(CallHeader.LENGTH_BYTES);
  }

  /** A buffer for the answer that already repeats all of the call behind its header. */
  ByteBuf beginEcho(Flow flow) {
    int bytes = flow.body().readableBytes() - CallHeader.LENGTH_BYTES;
    return begin(bytes).writeBytes(flow.body(), flow.index(CallHeader.LENGTH_BYTES), bytes);
  }

  /** Index in a buffer of this answer of an offset that counts from the begin of the body. */
  int index(ByteBuf buffer, int offset) {
    return buffer.readerIndex() + conversation.connection().headerBytes() + offset;
  }

  /** Sends an answer that is complete. */
  void send(ByteBuf buffer) {
    conversation.connection().send(buffer, conversation.id(), requestId, typeCode);
  }

  /** Completes and sends the answer. */
  void send(ByteBuf buffer, Outcome outcome, int handle) {
    complete(buffer, outcome, handle);
    send(buffer);
  }

  /** The same for one that ends with this many bytes of a message. */
  void sendMessage(ByteBuf buffer, Outcome outcome, int handle, int dataBytes) {
    complete(buffer, outcome, handle);
    conversation
        .connection()
        .sendMessage(buffer, conversation.id(), requestId, typeCode, dataBytes);
  }

  private void complete(ByteBuf buffer, Outcome outcome, int handle) {
    CallHeader.fill(
        buffer,
        index(buffer, 0),
        buffer.readableBytes(),
        outcome.completionCode(),
        outcome.reason().code(),
        handle);
  }
}
