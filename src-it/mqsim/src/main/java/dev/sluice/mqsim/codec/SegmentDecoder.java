package dev.sluice.mqsim.codec;

import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import dev.sluice.mqsim.codec.structure.WireOrder;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Cuts the byte stream of a socket into {@link Segment}s.
 *
 * <p>Lengths are bounded before anything is buffered, so a hostile length costs nothing. After the
 * first malformed segment the rest of the stream is discarded: the handler behind this one is told
 * once, by an exception, and closes the connection.
 */
public final class SegmentDecoder extends ByteToMessageDecoder {

  private static final int FIXED_START_BYTES = 8;

  private final boolean answers;
  private int maxSegmentBytes;
  private boolean broken;

  /**
   * Decodes what clients send.
   *
   * @param maxSegmentBytes longest segment accepted, header included
   */
  public SegmentDecoder(int maxSegmentBytes) {
    this(maxSegmentBytes, false);
  }

  /**
   * @param maxSegmentBytes longest segment accepted, header included
   * @param answers whether the stream is a queue manager's
   */
  public SegmentDecoder(int maxSegmentBytes, boolean answers) {
    this.maxSegmentBytes = maxSegmentBytes;
    this.answers = answers;
  }

  /** Sets the limit that both sides agreed on. */
  public void limitSegmentsTo(int bytes) {
    maxSegmentBytes = bytes;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (broken) {
      in.skipBytes(in.readableBytes());
      return;
    }
    try {
      Segment segment = next(in);
      if (segment != null) {
        out.add(segment);
      }
    } catch (MalformedSegmentException e) {
      broken = true;
      throw e;
    }
  }

  private Segment next(ByteBuf in) {
    if (in.readableBytes() < FIXED_START_BYTES) {
      return null;
    }
    int start = in.readerIndex();
    HeaderForm form = HeaderForm.of(in.getInt(start));
    int lengthBytes = in.getInt(start + 4);
    if (lengthBytes < form.lengthBytes() || lengthBytes > maxSegmentBytes) {
      throw new MalformedSegmentException(
          "a segment of %d bytes; allowed are %d to %d"
              .formatted(lengthBytes, form.lengthBytes(), maxSegmentBytes));
    }
    if (in.readableBytes() < lengthBytes) {
      return null;
    }
    int common = start + form.commonPartOffset();
    ByteOrder order =
        switch (in.getByte(common)) {
          case SegmentHeader.BIG_ENDIAN -> ByteOrder.BIG_ENDIAN;
          case SegmentHeader.LITTLE_ENDIAN -> ByteOrder.LITTLE_ENDIAN;
          default -> throw new MalformedSegmentException("a segment of no known byte order");
        };
    boolean ofConversation = form == HeaderForm.TSHM;
    int conversationId = ofConversation ? in.getInt(start + 8) : 0;
    int requestId = ofConversation ? in.getInt(start + 12) : 0;
    SegmentType type = SegmentType.of(in.getUnsignedByte(common + 1), answers);
    int flags = in.getUnsignedByte(common + 2);
    int compression = in.getUnsignedByte(common + 3);
    in.skipBytes(form.lengthBytes());
    ByteBuf body = WireOrder.in(order, in.readRetainedSlice(lengthBytes - form.lengthBytes()));
    return new Segment(form, conversationId, requestId, type, flags, compression, body);
  }
}
