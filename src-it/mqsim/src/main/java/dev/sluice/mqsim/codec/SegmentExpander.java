package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.call.CallHeader;
import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;

/**
 * Expands the compressed segments of one connection; others pass through. For one thread at a time.
 */
final class SegmentExpander {

  private final ByteBufAllocator allocator;
  private final int maxSegmentBytes;

  /** Technique for the data of the flow that is being read, per conversation. */
  private final IntObjectMap<Compression> techniques = new IntObjectHashMap<>();

  private final IntObjectMap<PreviousStructures> structures = new IntObjectHashMap<>();

  SegmentExpander(ByteBufAllocator allocator, int maxSegmentBytes) {
    this.allocator = allocator;
    this.maxSegmentBytes = maxSegmentBytes;
  }

  /**
   * Returns the body of a segment, expanded if it is compressed. Releases the segment's own; the
   * caller releases what is returned.
   *
   * @throws MalformedSegmentException if it is not well compressed, or expands to more than fits
   */
  ByteBuf expand(Segment segment) {
    if (segment.compression() == 0) {
      return segment.body();
    }
    int room = maxSegmentBytes - segment.form().lengthBytes();
    ByteBuf expanded = WireOrder.in(WireOrder.of(segment.body()), allocator.buffer(room));
    try {
      if (segment.isCompressed(CompressionHeader.PRESENT)) {
        expandFirst(segment, expanded, room);
      } else {
        techniqueOf(segment.conversationId()).expand(segment.body(), expanded, room);
      }
      return expanded.retain();
    } finally {
      expanded.release();
      segment.body().release();
    }
  }

  private void expandFirst(Segment segment, ByteBuf expanded, int room) {
    ByteBuf body = segment.body();
    int start = body.readerIndex();
    if (body.readableBytes() < CallHeader.LENGTH_BYTES + CompressionHeader.LENGTH_BYTES) {
      throw new MalformedSegmentException("a compressed segment without its compression header");
    }
    CompressionHeader header = CompressionHeader.read(body, start + CallHeader.LENGTH_BYTES);
    techniques.remove(segment.conversationId()); // of the flow before
    if (header.data() != null) {
      techniques.put(segment.conversationId(), header.data());
    }
    expanded.writeBytes(body, CallHeader.LENGTH_BYTES);
    body.skipBytes(CompressionHeader.LENGTH_BYTES);
    int end = start + header.headersEnd() - HeaderForm.TSH.lengthBytes();
    if (end < body.readerIndex() || end > body.writerIndex()) {
      throw new MalformedSegmentException("compressed structures beyond their segment");
    }
    ByteBuf headers = body.readSlice(end - body.readerIndex());
    if (segment.isCompressed(CompressionHeader.HEADERS)) {
      Compression.SYSTEM.expand(headers, expanded, room - expanded.readableBytes());
      previousOf(segment.conversationId())
          .restore(segment.type(), expanded, expanded.readerIndex() + CallHeader.LENGTH_BYTES);
    } else {
      expanded.writeBytes(headers);
    }
    if (segment.isCompressed(CompressionHeader.DATA)) {
      techniqueOf(segment.conversationId()).expand(body, expanded, room - expanded.readableBytes());
    } else { // behind what the segment had room for stands padding
      expanded.writeBytes(body, Math.min(body.readableBytes(), room - expanded.readableBytes()));
    }
  }

  /** The client forgets the structures of its last get when the answer was compressed. */
  void answeredCompressed(int conversationId) {
    previousOf(conversationId).forgetGet();
  }

  void endConversation(int id) {
    techniques.remove(id);
    structures.remove(id);
  }

  private PreviousStructures previousOf(int conversationId) {
    PreviousStructures previous = structures.get(conversationId);
    if (previous == null) {
      previous = new PreviousStructures();
      structures.put(conversationId, previous);
    }
    return previous;
  }

  private Compression techniqueOf(int conversationId) {
    Compression technique = techniques.get(conversationId);
    if (technique == null) {
      throw new MalformedSegmentException("compressed data in a flow that announced no technique");
    }
    return technique;
  }
}
