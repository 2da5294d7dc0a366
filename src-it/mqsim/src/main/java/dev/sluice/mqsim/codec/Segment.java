package dev.sluice.mqsim.codec;

import io.netty.buffer.ByteBuf;

/**
 * One segment as read from the socket.
 *
 * @param form which header it had
 * @param conversationId conversation it belongs to; 0 unless the header is a TSHM
 * @param requestId request it belongs to; 0 unless the header is a TSHM
 * @param type what it is about
 * @param flags control flags, a sum of the constants here
 * @param compression what of it is compressed, a sum of the flags of {@link CompressionHeader}
 * @param body what follows the header; the receiver of the segment owns one reference to it
 */
public record Segment(
    HeaderForm form,
    int conversationId,
    int requestId,
    SegmentType type,
    int flags,
    int compression,
    ByteBuf body) {

  /** The sender wants an answer. */
  public static final int CONFIRM = 0x01;

  /** The segment reports an error. */
  public static final int ERROR = 0x02;

  /** The sender closes the socket after this segment. */
  public static final int CLOSE = 0x08;

  /** First segment of a flow. */
  public static final int FIRST = 0x10;

  /** Last segment of a flow. */
  public static final int LAST = 0x20;

  /** A flow in one segment. */
  public static final int WHOLE = FIRST | LAST;

  boolean isFirst() {
    return (flags & FIRST) != 0;
  }

  boolean isLast() {
    return (flags & LAST) != 0;
  }

  boolean isCompressed(int flag) {
    return (compression & flag) != 0;
  }
}
