package dev.sluice.mqsim.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.mqsim.codec.call.CallHeader;
import dev.sluice.mqsim.codec.structure.MalformedSegmentException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

/** Tests what is made of the segments of compressed flows, and which are refused. */
class SegmentExpanderTest {

  private static final int MAX_SEGMENT_BYTES = 1_000;
  private static final byte[] DATA = new byte[50];

  private final SegmentExpander expander =
      new SegmentExpander(ByteBufAllocator.DEFAULT, MAX_SEGMENT_BYTES);

  private static Segment segment(int compression, ByteBuf body) {
    return new Segment(HeaderForm.TSHM, 1, 1, SegmentType.MQPUT, Segment.WHOLE, compression, body);
  }

  /** A first segment without structures, with data in a technique or none. */
  private static Segment first(Compression technique) {
    ByteBuf body = Unpooled.buffer().writeZero(CallHeader.LENGTH_BYTES);
    int headersEnd =
        HeaderForm.TSH.lengthBytes() + CallHeader.LENGTH_BYTES + CompressionHeader.LENGTH_BYTES;
    new CompressionHeader(headersEnd, technique).write(body);
    if (technique != null) {
      technique.compress(Unpooled.wrappedBuffer(DATA), body);
    }
    int data = technique == null ? 0 : CompressionHeader.DATA;
    return segment(CompressionHeader.PRESENT | data, body);
  }

  private static Segment further() {
    ByteBuf body = Unpooled.buffer();
    Compression.RLE.compress(Unpooled.wrappedBuffer(DATA), body);
    return segment(CompressionHeader.DATA, body);
  }

  @Test
  void furtherSegmentsHaveTheTechniqueOfTheFirst() {
    ByteBuf first = expander.expand(first(Compression.RLE));
    assertThat(ByteBufUtil.getBytes(first.skipBytes(CallHeader.LENGTH_BYTES))).isEqualTo(DATA);
    assertThat(ByteBufUtil.getBytes(expander.expand(further()))).isEqualTo(DATA);
  }

  @Test
  void aFlowDoesNotHaveTheTechniqueOfAnEarlierOne() {
    expander.expand(first(Compression.RLE));
    expander.expand(first(null));
    assertThatThrownBy(() -> expander.expand(further()))
        .isInstanceOf(MalformedSegmentException.class);
  }

  @Test
  void aSegmentWithoutItsCompressionHeaderIsRefused() {
    for (int length = 0; length < CallHeader.LENGTH_BYTES + 4; length++) {
      ByteBuf body = Unpooled.buffer().writeZero(length);
      assertThatThrownBy(() -> expander.expand(segment(CompressionHeader.PRESENT, body)))
          .as("%d bytes", length)
          .isInstanceOf(MalformedSegmentException.class);
    }
  }
}
