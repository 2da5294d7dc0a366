package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * Turns flows into segments.
 *
 * <p>The usual short flow costs one buffer: {@link #begin} leaves room for the header, the caller
 * writes the body behind it, {@link #end} fills the header in. A long flow is cut without copying
 * its body.
 */
public final class FlowWriter {

  private final ByteBufAllocator allocator;
  private int maxSegmentBytes;
  private SegmentCompressor compressor;
  private ByteOrder order = ByteOrder.BIG_ENDIAN;

  public FlowWriter(ByteBufAllocator allocator, int maxSegmentBytes) {
    this.allocator = allocator;
    this.maxSegmentBytes = maxSegmentBytes;
  }

  /** Sets the limit that both sides agreed on. */
  public void limitSegmentsTo(int bytes) {
    maxSegmentBytes = bytes;
  }

  /** Numbers of flows that begin from now on are in this order. */
  public void order(ByteOrder ofNumbers) {
    order = ofNumbers;
  }

  /** Compresses the data of flows from now on, by the technique that both sides agreed on. */
  public void compressData(Compression technique) {
    compressor = new SegmentCompressor(allocator, maxSegmentBytes, technique);
  }

  /** A buffer with room for a header, to which the body is to be appended. */
  public ByteBuf begin(HeaderForm form, int expectedBodyBytes) {
    ByteBuf flow = allocator.buffer(form.lengthBytes() + expectedBodyBytes);
    return WireOrder.in(order, flow).writeZero(form.lengthBytes());
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
    SegmentHeader header = new SegmentHeader(form, conversationId, requestId, typeCode);
    if (flow.readableBytes() <= maxSegmentBytes) {
      header.fill(flow, flow.readableBytes(), flags | Segment.WHOLE, 0);
      out.accept(flow);
    } else {
      cut(flow, header, flags, out);
    }
  }

  /**
   * The same for the answer to a call that ends with data of a message, which is compressed if that
   * was agreed on and makes it shorter; returns whether it is.
   *
   * @param dataBytes how much of the end of the flow is data
   */
  public boolean endWithData(
      ByteBuf flow,
      HeaderForm form,
      int conversationId,
      int requestId,
      int typeCode,
      int dataBytes,
      Consumer<ByteBuf> out) {
    if (compressor == null) {
      end(flow, form, conversationId, requestId, typeCode, 0, out);
      return false;
    }
    SegmentHeader header = new SegmentHeader(form, conversationId, requestId, typeCode);
    return compressor.end(flow, header, dataBytes, out);
  }

  /** Fills the header of a single segment in; FIRST and LAST are the caller's business. */
  public void endSegment(
      ByteBuf segment,
      HeaderForm form,
      int conversationId,
      int requestId,
      int typeCode,
      int flags) {
    new SegmentHeader(form, conversationId, requestId, typeCode)
        .fill(segment, segment.readableBytes(), flags, 0);
  }

  private void cut(ByteBuf flow, SegmentHeader header, int flags, Consumer<ByteBuf> out) {
    try {
      ByteBuf first = flow.readRetainedSlice(maxSegmentBytes);
      header.fill(first, maxSegmentBytes, flags | Segment.FIRST, 0);
      out.accept(first);
      int headerBytes = header.form().lengthBytes();
      while (flow.isReadable()) {
        int pieceBytes = Math.min(flow.readableBytes(), maxSegmentBytes - headerBytes);
        int position = pieceBytes == flow.readableBytes() ? Segment.LAST : 0;
        ByteBuf next = WireOrder.in(WireOrder.of(flow), allocator.buffer(headerBytes));
        next.writeZero(headerBytes);
        header.fill(next, headerBytes + pieceBytes, flags | position, 0);
        out.accept(next);
        out.accept(flow.readRetainedSlice(pieceBytes));
      }
    } finally {
      flow.release();
    }
  }
}
