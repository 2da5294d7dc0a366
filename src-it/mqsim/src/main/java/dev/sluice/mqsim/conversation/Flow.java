package dev.sluice.mqsim.conversation;

import dev.sluice.mqsim.codec.Segment;
import dev.sluice.mqsim.codec.SegmentType;
import io.netty.buffer.ByteBuf;

/**
 * A whole flow of a conversation.
 *
 * @param type what it is about
 * @param requestId to be repeated in the answer
 * @param flags control flags of its first or only segment
 * @param body valid only during the call; who needs it longer copies
 */
record Flow(SegmentType type, int requestId, int flags, ByteBuf body) {

  boolean wantsAnswer() {
    return (flags & Segment.CONFIRM) != 0;
  }

  /** Index in the body of an offset that counts from its begin. */
  int index(int offset) {
    return body.readerIndex() + offset;
  }
}
