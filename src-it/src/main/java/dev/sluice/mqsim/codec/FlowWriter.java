package dev.sluice.mqsim.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.Consumer;

/**
 * Turns flows into segments.
 *
 * <p>The usual short flow costs one buffer: {@link #begin} leaves room for the header, the caller
 * writes the body behind it, {@link #end} fills the header in. A long flow is cut without copying
 * its body.
 */
public final class FlowWriter {

  private static final int ENCODING = 0x111;
  private static final int CCSID_ISO_8859_1 = 819;

  private final ByteBufAllocator allocator;
  private int maxSegmentBytes;

  public FlowWriter(ByteBufAllocator allocator, int maxSegmentBytes) {
    this.allocator = allocator;
    this.maxSegmentBytes = maxSegmentBytes;
  }

  /** Sets the limit that both sides agreed on. */
  public void limitSegmentsTo(int bytes) {
    maxSegmentBytes = bytes;
  }

  /** A buffer with room for a header, to which the body is to be appended. */
  public ByteBuf begin(HeaderForm form, int expectedBodyBytes) {
    return allocator.buffer(form.lengthBytes() + expectedBodyBytes).writeZero(form.lengthBytes());
  }

  /**
   * Completes a flow and hands its segments on.
   *
   * @param flow what {@link #begin} returned, with the body appended; owned by the receiver now
   * @param typeCode segment type on the wire
   * @param flags control flags besides FIRST and LAST
   * @param out receives one buffer per piece, in order, and owns it
   */
  public void end(
      ByteBuf flow,
      HeaderForm form,
      int conversationId,
      int requestId,
      int typeCode,
      int flags,
      Consumer<ByteBuf> out) {
    Header header = new Header(form, conversationId, requestId, typeCode);
    if (flow.readableBytes() <= maxSegmentBytes) {
      header.fill(flow, flow.readableBytes(), flags | Segment.WHOLE);
      out.accept(flow);
    } else {
      cut(flow, header, flags, out);
    }
  }

  /** Fills the header of a single segment in; FIRST and LAST are the caller's business. */
  public void endSegment(
      ByteBuf segment,
      HeaderForm form,
      int conversationId,
      int requestId,
      int typeCode,
      int flags) {
    new Header(form, conversationId, requestId, typeCode)
        .fill(segment, segment.readableBytes(), flags);
  }

  private void cut(ByteBuf flow, Header header, int flags, Consumer<ByteBuf> out) {
    try {
      ByteBuf first = flow.readRetainedSlice(maxSegmentBytes);
      header.fill(first, maxSegmentBytes, flags | Segment.FIRST);
      out.accept(first);
      int headerBytes = header.form.lengthBytes();
      while (flow.isReadable()) {
        int pieceBytes = Math.min(flow.readableBytes(), maxSegmentBytes - headerBytes);
        int position = pieceBytes == flow.readableBytes() ? Segment.LAST : 0;
        ByteBuf next = allocator.buffer(headerBytes).writeZero(headerBytes);
        header.fill(next, headerBytes + pieceBytes, flags | position);
        out.accept(next);
        out.accept(flow.readRetainedSlice(pieceBytes));
      }
    } finally {
      flow.release();
    }
  }

  private record Header(HeaderForm form, int conversationId, int requestId, int typeCode) {

    void fill(ByteBuf segment, int segmentBytes, int flags) {
      int start = segment.readerIndex();
      segment.setInt(start, form.eyecatcher());
      segment.setInt(start + 4, segmentBytes);
      if (form == HeaderForm.TSHM) {
        segment.setInt(start + 8, conversationId);
        segment.setInt(start + 12, requestId);
      }
      int common = start + form.commonPartOffset();
      segment.setByte(common, 1);
      segment.setByte(common + 1, typeCode);
      segment.setByte(common + 2, flags);
      segment.setByte(common + 3, 0);
      segment.setLong(common + 4, 0);
      segment.setInt(common + 12, ENCODING);
      segment.setShort(common + 16, CCSID_ISO_8859_1);
      segment.setShort(common + 18, 0);
    }
  }
}
