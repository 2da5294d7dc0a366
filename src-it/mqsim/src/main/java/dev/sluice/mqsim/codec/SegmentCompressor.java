package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.call.CallHeader;
import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.function.Consumer;

/**
 * Cuts flows whose data is to be compressed, as the client does: at the places where they would be
 * cut else, each segment compressed by itself, and only if that makes it shorter. If the first
 * segment is not compressed none is, because it says which technique it is.
 */
final class SegmentCompressor {

  private final ByteBufAllocator allocator;
  private final int maxSegmentBytes;
  private final Compression technique;

  SegmentCompressor(ByteBufAllocator allocator, int maxSegmentBytes, Compression technique) {
    this.allocator = allocator;
    this.maxSegmentBytes = maxSegmentBytes;
    this.technique = technique;
  }

  /**
   * Hands the segments of a flow on; returns whether it begins with a compressed one.
   *
   * @param flow with room for the header at its begin; released
   * @param dataBytes how much of its end is data
   */
  boolean end(ByteBuf flow, SegmentHeader header, int dataBytes, Consumer<ByteBuf> out) {
    try {
      int structureBytes =
          flow.readableBytes() - header.form().lengthBytes() - CallHeader.LENGTH_BYTES - dataBytes;
      flow.skipBytes(header.form().lengthBytes());
      ByteBuf piece = nextPiece(flow, header);
      ByteBuf segment = begin(header, piece);
      int compression = appendFirst(segment, piece, structureBytes);
      int position = Segment.FIRST;
      boolean compressing = compression != 0;
      while (flow.isReadable()) {
        header.fill(segment, segment.readableBytes(), position, compression);
        out.accept(segment);
        position = 0;
        piece = nextPiece(flow, header);
        segment = begin(header, piece);
        boolean shorter = compressing && appendIfShorter(segment, piece);
        compression = shorter ? CompressionHeader.DATA : 0;
        segment.writeBytes(piece); // what is left of it
      }
      header.fill(segment, segment.readableBytes(), position | Segment.LAST, compression);
      out.accept(segment);
      return compressing;
    } finally {
      flow.release();
    }
  }

  private ByteBuf nextPiece(ByteBuf flow, SegmentHeader header) {
    int room = maxSegmentBytes - header.form().lengthBytes();
    return flow.readSlice(Math.min(flow.readableBytes(), room));
  }

  private ByteBuf begin(SegmentHeader header, ByteBuf piece) {
    int headerBytes = header.form().lengthBytes();
    ByteBuf segment = allocator.buffer(headerBytes + piece.readableBytes());
    return WireOrder.in(WireOrder.of(piece), segment).writeZero(headerBytes);
  }

  /** Appends call header, structures and data; returns what of them is compressed. */
  private int appendFirst(ByteBuf segment, ByteBuf piece, int structureBytes) {
    int start = segment.writerIndex();
    int structuresEnd =
        HeaderForm.TSH.lengthBytes()
            + CallHeader.LENGTH_BYTES
            + CompressionHeader.LENGTH_BYTES
            + structureBytes;
    piece.markReaderIndex();
    segment.writeBytes(piece, CallHeader.LENGTH_BYTES);
    new CompressionHeader(structuresEnd, technique).write(segment);
    segment.writeBytes(piece, structureBytes);
    if (appendIfShorter(segment, piece)) {
      return CompressionHeader.PRESENT | CompressionHeader.DATA;
    }
    segment.writerIndex(start).writeBytes(piece.resetReaderIndex());
    return 0;
  }

  /** Returns false, and leaves both as they were, if bytes do not become fewer. */
  private boolean appendIfShorter(ByteBuf segment, ByteBuf plain) {
    int start = segment.writerIndex();
    int plainStart = plain.readerIndex();
    int plainBytes = plain.readableBytes();
    technique.compress(plain, segment);
    int compressedBytes = segment.writerIndex() - start;
    if (CompressionHeader.LENGTH_BYTES + compressedBytes < plainBytes) {
      return true; // without padding, which the client would take for data
    }
    segment.writerIndex(start);
    plain.readerIndex(plainStart);
    return false;
  }
}
